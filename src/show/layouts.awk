# layouts.awk: templates/* as C: awk -f layouts.awk FILE... > layouts.c
FNR == 1 {
	if (n++)
		print "\t\"\" },"
	else {
		print "/* layouts.c: made from templates/ by layouts.awk */"
		print "#include \"show/layout.h\"\n"
		print "#include <stddef.h>\n"
		print "const struct layout_text layout_texts[] = {"
	}
	name = FILENAME
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
