# texts.awk: files as C, so that the program needs none of them to run:
#	awk -f texts.awk -v header=FILE.h -v type=STRUCT -v array=NAME FILE...
# A row is named after its file; with by=dir after the file's directory.
FNR == 1 {
	if (n++)
		print "\t\"\" },"
	else {
		print "/* made by texts.awk from the files that it names */"
		print "#include \"" header "\"\n"
		print "#include <stddef.h>\n"
		print "const struct " type " " array "[] = {"
	}
	name = FILENAME
	if (by == "dir")
		sub(/\/[^\/]*$/, "", name)
	sub(/.*\//, "", name)
	print "\t{ \"" name "\","
}
{
	gsub(/\\/, "\\\\&")
	gsub(/"/, "\\\"")
	gsub(/\?\?/, "?\\?")
	gsub(/\t/, "\\t")
	print "\t\"" $0 "\\n\""
}
END {
	print "\t\"\" },"
	print "\t{ NULL, NULL },"
	print "};"
}
