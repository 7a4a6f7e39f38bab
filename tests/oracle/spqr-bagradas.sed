# Makes of scenarios/bagradas.toml a game for tests: every optional rule is in
# force, and troops stand where the rules have their rare cases.  See
# tests/e2e/selfplay.sh and reached.py.
s/^scenario = "bagradas"/scenario = "options"/
s/^title = .*/title = "The Bagradas Plains, all options"/
s/^engaged = false/engaged = true/
s/^elephants = false/elephants = true/
s/^pursuit = "tq"/pursuit = "rating"/
# Velites at the edge of the map, and horse before them: they run off it and are
# followed [8.62 - 8.64]
/^iii-ve-a = /s/hex = "[0-9]*"/hex = "0906", hits = 3, missiles = "no"/
/^iii-ve-b = /s/hex = "[0-9]*"/hex = "0907", hits = 3, missiles = "no"/
/^iii-ve-c = /s/hex = "[0-9]*"/hex = "0908", hits = 3, missiles = "no"/
/^numidia-lc-1 = /s/hex = "[0-9]*"/hex = "1306"/
/^numidia-lc-2 = /s/hex = "[0-9]*"/hex = "1307"/
/^numidia-lc-3 = /s/hex = "[0-9]*"/hex = "1308"/
/^carthage-hc-1 = /s/hex = "[0-9]*"/hex = "1305"/
/^carthage-hc-2 = /s/hex = "[0-9]*"/hex = "1309"/
/^bostar = /s/hex = "[0-9]*"/hex = "1507"/
# Regulus among them, and a Proconsul to take his place [4.56]
/^regulus = /s/hex = "[0-9]*"/hex = "0906"/
/^sempronius = /s/rank = "praefect-equitum"/rank = "proconsul"/
# Principes on the march among the enemy [6.75, 6.76]
/^v-pr-/s/, atop = true//
/^v-pr-a = /s/hex = "[0-9]*"/hex = "3005", column = "NE"/
/^v-pr-b = /s/hex = "[0-9]*"/hex = "3008", column = "NE"/
/^v-pr-c = /s/hex = "[0-9]*"/hex = "3022", column = "SE"/
/^v-pr-d = /s/hex = "[0-9]*"/hex = "3023", column = "SE"/
