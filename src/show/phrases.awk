# phrases.awk: templates/phrases.toml as C: awk -f phrases.awk FILE > C
#
# Of TOML only comments, [table] and key = "text" on one line: what is escaped
# in such a text (\" and \\) is escaped so in C too.
BEGIN {
	print "/* own_phrases.c: made from templates/phrases.toml */"
	print "#include \"show/phrase.h\"\n"
	print "const struct own_phrase own_phrases[] = {"
}
/^(#|$)/ { next }
/^\[[a-z]+\]$/ { table = substr($0, 2, length($0) - 2); next }
/^[a-z-]+ = ".*"$/ {
	key = $1
	sub(/^[a-z-]+ = /, "")
	gsub(/\?\?/, "?\"\"?")
	print "\t{ \"" table "\", \"" key "\","
	print "\t    " $0 " },"
	next
}
{
	print FILENAME ":" FNR ": not key = \"text\"" > "/dev/stderr"
	bad = 1
	exit 1
}
END {
	if (!bad)
		print "\t{ NULL, NULL, NULL },\n};"
}
