# hostile.awk: a scenario with names that are meant to do something: -v n=0..2
BEGIN {
	k = split("<script>alert(NN)</script>|\\\"><script>window.pwned=NN</script>|<img src=x onerror=alert(NN)>|'><svg/onload=alert(NN)>|</title><script>alert(NN)</script>|--><script>alert(NN)</script>|</script><script>alert(NN)</script>|<iframe src=javascript:alert(NN)>|<b onclick=alert(NN)>x</b>|[url=javascript:alert(NN)]x[/url]|[img]javascript:alert(NN)[/img]|[x](javascript:alert(NN))|![x](javascript:alert(NN))|`alert(NN)`|*alert* _NN_|# alert NN|> alert NN|&lt;script&gt;alert(NN)|&#60;script&#62;alert(NN)|{{alert(NN)}}|${alert(NN)}|<%= alert(NN) %>|{alert NN}[x]|<!--alert NN|]]><script>alert(NN)|<a href=javascript:alert(NN)>x|<style>*{x:alert(NN)}</style>|<meta http-equiv=refresh content=NN>alert|%s%n%x alert NN|../../alert NN|';alert(NN);//|\\\";alert(NN);//|<math><mi xlink:href=javascript:alert(NN)>", s, "|")
}
/^[a-z0-9-]+ = \{ .*name = "/ {
	m++
	t = s[(m + n * 12) % k + 1]
	gsub(/NN/, n * 100 + m, t)
	gsub(/\\/, "\\\\", t)
	gsub(/&/, "\\\\&", t)
	sub(/name = "[^"]*"/, "name = \"" t "\"")
}
{ print }
