/* page.js: steps through the exchanges of a page, and rolls its dice again.
 * The data is described in src/show/replay.h and src/show/page.c. */
(function () {
"use strict";
const D = JSON.parse(document.getElementById("data").textContent);
const NS = "http://www.w3.org/2000/svg";
const G = D.grid, RATED = 0, BLOCKS = 1, FACED = 2;
const ROUTED = 1, DISRUPTED = 2, DEPLETED = 4, COLUMN = 8, SHIELD = 16, WOUNDED = 64, LEADER = 1024, DOUBLED = 2048;
const MOVE = 1, PLACE = 2, ADVANCE = 3, RETREAT = 4, EVADE = 5, ROUT = 6, FIRE = 8, ATTACK = 9, BACK = 10, HURT = 11, GONE = 12;
const HIT = "#b3261e", INK = "#2a2620", PAGE = "#faf6ec";
const $ = id => document.getElementById(id);
const svg = document.querySelector("#view svg");
if (!svg || !D.x.length)
	return;
document.documentElement.classList.add("js");

/* ------------------------------------------------------------ the board */

function draw(parent, tag, attributes, text) {
	const x = document.createElementNS(NS, tag);
	for (const k in attributes)
		x.setAttribute(k, attributes[k]);
	if (text !== undefined)
		x.textContent = text;
	parent.appendChild(x);
	return x;
}

const shoved = (c, r) => ((G.first + (G.flat ? c : r)) & 1) === (G.odd ? 1 : 0);

function centre(hex) {
	const c = hex % G.cols, r = Math.floor(hex / G.cols), s = shoved(c, r) ? G.shove : 0;
	return G.flat ? [G.x0 + c * G.dx, G.y0 + r * G.dy + s] : [G.x0 + c * G.dx + s, G.y0 + r * G.dy];
}

function number(hex) {
	const pad = n => String(n).padStart(G.digits, "0");
	const c = pad(G.col0 + hex % G.cols);
	const r = pad(G.row0 + (G.up ? -1 : 1) * Math.floor(hex / G.cols));
	return G.ccrr ? c + r : r + c;
}

/* A corner of a hex from its centre; v as the rules count. */
function corner(v) {
	const h = G.shove, a = G.flat ? G.dx * 2 / 3 : G.dy * 2 / 3, k = a / 2;
	const flat = [[k, -h], [a, 0], [k, h], [-k, h], [-a, 0], [-k, -h]];
	const pointy = [[h, -k], [h, k], [0, a], [-h, k], [-h, -k], [0, -a]];
	return (G.flat ? flat : pointy)[(v + 6) % 6];
}

const PLATE = { [RATED]: [19, 19, 2], [BLOCKS]: [22, 17, -3], [FACED]: [20, 20, 1] }[G.manner];
const units = $("units"), trails = $("trails"), blows = $("blows");
const lower = document.createElementNS(NS, "g"), upper = document.createElementNS(NS, "g");

const piece = D.pieces.map((p, i) => ({ i: i, id: p[0], name: p[1] || p[0], side: p[2], symbol: p[3],
	kind: p[4], weight: p[5], band: p[6], light: p[7], missile: p[8], full: p[9] }));
/* where hex hex2 facing hits blocks state supply rating facts */
let now = piece.map(() => null);

function makePieces() {
	units.textContent = "";
	units.appendChild(lower);
	units.appendChild(upper);
	for (const p of piece) {
		p.g = document.createElementNS(NS, "g");
		p.g.setAttribute("class", "u");
		p.g.style.display = "none";
		p.title = draw(p.g, "title", {}, p.name);
		p.under = draw(p.g, "g", {});
		p.plate = draw(p.g, "use", {});
		p.marks = draw(p.g, "g", {});
		p.g.addEventListener("pointerenter", e => { if (e.pointerType === "mouse") tellOf(p.i); });
		p.g.addEventListener("click", () => tellOf(p.i));
		p.leader = p.symbol >= 29;
		(p.leader ? upper : lower).appendChild(p.g);
	}
}

function frontBar(p, s, dx, dy) {
	const f = s[4], a = corner(f - 1), v = corner(f), b = corner(f + 1);
	const at = (q, k) => (q[0] * k + dx).toFixed(1) + " " + (q[1] * k - PLATE[2] + dy).toFixed(1);
	const part = k => [a[0] * k + v[0] * (1 - k), a[1] * k + v[1] * (1 - k)];
	const d = s[7] & COLUMN ? "M" + at(a, .88) + "L" + at(part(.6), .88) + "L" + at(part(.5), 1.02) + "L" + at(part(.4), .88) + "L" + at(v, .88) :
		"M" + at(a, .92) + "L" + at(v, .92) + "L" + at(b, .92);
	draw(p.under, "path", { d: d, fill: "none", stroke: D.sides[p.side][4], "stroke-width": 4,
		"stroke-linejoin": "round", "stroke-linecap": "round" });
}

function smallBlocks(p, s) {
	const n = Math.max(p.full, s[6]);
	for (let k = 0; k < n; k++)
		draw(p.marks, "path", { d: "M" + (k * 11 - Math.floor(n * 11 / 2) + 1) + " 21h9v7h-9z",
			fill: k < s[6] ? D.sides[p.side][1] : "none", stroke: k < s[6] ? D.sides[p.side][3] : "#6b604c",
			"stroke-dasharray": k < s[6] ? "none" : "1 1" });
}

function classMark(p) {
	const m = p.marks;
	if (p.weight === 0) draw(m, "circle", { cx: -16, cy: -11, r: 4, fill: "#1d9a52", stroke: "#fff" });
	if (p.weight === 1) draw(m, "path", { d: "M-20-8l4-7 4 7z", fill: "#2563c9", stroke: "#fff" });
	if (p.weight === 2) draw(m, "path", { d: "M-20-15h7v7h-7z", fill: "#cf2b25", stroke: "#fff" });
}

function ratings(p, s) {
	const w = PLATE[0], h = PLATE[1], strip = ["", "#f7efdc", "#17140f", "#c9b48a"][p.band];
	const side = D.sides[p.side], wide = s[3] >= 0, low = G.manner === RATED, n = s[9].length;
	const ink = p.band === 2 ? "#fff" : p.band ? "#17140f" : s[7] & ROUTED ? INK : side[2];
	/* a light plate has cut corners */
	if (strip)
		draw(p.marks, "path", { fill: strip, d: "M" + (1 - w) + " " + (h - 11) + "h" + (2 * w - 2) + (side[2] === "#fff" ?
			"v10h-" + (2 * w - 2) : "v6l-4 4h-" + (2 * w - 10) + "l-4-4") + "z" });
	/* on a long plate in two lines, the movement below */
	const cut = wide && !(s[7] & DOUBLED) && n > 5 ? s[9].lastIndexOf("-") : -1;
	const rows = cut > 0 ? [s[9].slice(0, cut), s[9].slice(cut + 1)] : [s[9] + (p.light ? "•" : "")];
	rows.forEach((text, i) => draw(p.marks, "text", { x: low && p.missile ? 3 : 0, y: cut > 0 ? 14 + 12 * i : h - 3,
		"font-size": cut > 0 ? 11 : n > 6 ? 8 : n > 5 ? 9 : low ? 10 : 11, "font-weight": "bold", "text-anchor": "middle", fill: ink }, text));
	if (p.missile && !wide)
		draw(p.marks, "text", { x: (low ? 6 : 7) - w, y: low ? h - 3 : 10 - h, "font-size": 8, "font-weight": "bold", "text-anchor": "middle",
			fill: ink, "text-decoration": ["none", "underline", "line-through"][s[8]] }, p.missile);
}

function redraw(p, s) {
	const w = PLATE[0], h = PLATE[1], m = p.marks, st = s[7];
	p.under.textContent = m.textContent = "";
	p.title.textContent = describe(p, s);
	p.plate.setAttribute("opacity", st & ROUTED && s[3] >= 0 ? .45 : 1);
	p.plate.setAttribute("href", s[3] >= 0 ? "#pw" + p.side : "#" + (st & ROUTED ? "r" : "p") + p.side + "-" + p.symbol);
	p.plate.removeAttribute("transform");
	m.removeAttribute("transform");
	if (p.leader) {
		p.label = draw(m, "text", { y: G.manner === BLOCKS ? -14 : 24, "font-family": "DejaVu Serif,Georgia,serif", "font-style": "italic",
			"font-weight": "bold", "font-size": 11, "text-anchor": "middle", fill: INK, stroke: PAGE, "stroke-width": 3,
			"stroke-linejoin": "round", "paint-order": "stroke" }, p.name);
		if (st & WOUNDED) draw(m, "path", { d: "M-7 7L7-7", stroke: HIT, "stroke-width": 3 });
		return;
	}
	const half = s[3] >= 0 ? overTwo(p, s) : [0, 0];
	if (s[4] >= 0 && !(st & ROUTED) && (p.nth === 0 || s[3] >= 0)) {
		frontBar(p, s, half[0], half[1]);
		if (s[3] >= 0) frontBar(p, s, -half[0], -half[1]);
	}
	if (G.manner === BLOCKS) { classMark(p); smallBlocks(p, s); } else ratings(p, s);
	if (st & DEPLETED) draw(m, "path", { d: "M" + (w - 17) + "-" + h + "h9L" + w + " " + (17 - h) + "v-9z", fill: "#fff", opacity: .7 });
	if (st & SHIELD) draw(m, "path", { d: "M" + (2 - w) + " " + (h - 12) + "v" + (14 - 2 * h) + "h" + (2 * w - 4) + "v" + (2 * h - 14), fill: "none", stroke: D.sides[p.side][2], "stroke-width": 3 });
	if (st & DISRUPTED) draw(m, "path", { d: "M-" + w + "-" + h + "L" + w + " " + h, stroke: HIT, "stroke-width": 3 });
	if (st & ROUTED) draw(m, "use", { href: "#wf" });
	if (s[5] > 0) {
		const under = p.nth > 0 && s[3] < 0;
		const x = under ? w + 2 : w - 4, y = under ? h - 7 : 4 - h;
		draw(m, "use", { href: "#hd", x: x, y: y });
		draw(m, "text", { x: x, y: y + 4, "font-size": 11, "font-weight": "bold", "text-anchor": "middle", fill: "#fff" }, s[5]);
	}
}

/* A unit in two hexes: a long plate, the symbol in one half and the marks in the other. */
function overTwo(p, s) {
	const a = centre(s[2]), b = centre(s[3]), half = [(a[0] - b[0]) / 2, (a[1] - b[1]) / 2];
	const angle = Math.atan2(-half[1], -half[0]) * 180 / Math.PI - 90;
	p.plate.setAttribute("transform", "rotate(" + angle.toFixed(1) + ")");
	draw(p.marks, "use", { href: "#y" + (s[7] & DOUBLED ? "d" : "") + p.side, x: 2 * half[0], y: 2 * half[1] + 16 });
	p.marks.setAttribute("transform", "translate(" + (-half[0]).toFixed(1) + " " + (-half[1] - 12).toFixed(1) + ")");
	return half;
}

function middle(s) {
	if (s[3] < 0) return centre(s[2]);
	const a = centre(s[2]), b = centre(s[3]);
	return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

function place(p, s, others) {
	let [x, y] = p.leader ? centre(s[2]) : middle(s);
	const top = others.find(q => !q.leader), nth = others.filter(q => q.leader === p.leader).indexOf(p);
	if (!p.leader && s[7] & DOUBLED && s[4] >= 0) {
		const v = corner(s[4]);
		x -= v[0] * .3 * nth;
		y += PLATE[2] - v[1] * .3 * nth;
	} else if (!p.leader) {
		/* the top one up, those below down so far that their ratings show */
		const n = others.filter(q => !q.leader).length, strip = G.manner === FACED ? 13 : 11;
		x += n > 1 ? 3 * nth : 0;
		y += PLATE[2] + (n > 1 ? nth * (n > 2 ? 2 * strip / n : strip) - (G.manner === FACED ? 3 : 5) : 0);
	} else if (!top) {
		x += 14 * nth;
	} else if (G.manner === BLOCKS || now[top.i][4] < 0) {
		x += 20 - 14 * nth;
		y -= G.manner === BLOCKS ? 18 : 14;
	} else {
		const v = corner(now[top.i][4] + 3 + nth);
		x += v[0] * .8;
		y += v[1] * .8;
	}
	const t = "translate(" + x.toFixed(1) + "px," + y.toFixed(1) + "px)";
	p.xy = [x, y];
	if (p.at !== t)
		p.g.style.transform = p.at = t;
}

/* The names of leaders stand where they hide least: below, above, right or left of
 * them. */
function nameLeaders() {
	const taken = [], w = PLATE[0], h = G.manner === BLOCKS ? 28 : PLATE[1], width = 6.6;
	const common = (a, b) => Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
	for (const p of piece) {
		if (!p.on) continue;
		const [x, y] = p.xy, s = now[p.i];
		if (p.leader) taken.push([x - 11, y - 11, x + 11, y + 11]);
		else for (const hex of s[3] >= 0 ? [s[2], s[3]] : [-1]) {
			const [cx, cy] = hex < 0 ? [x, y] : centre(hex);
			taken.push([cx - w, cy - PLATE[1], cx + w + 4, cy + h]);
		}
	}
	for (const p of piece) {
		if (!p.leader || !p.on) continue;
		const [x, y] = p.xy, n = p.name.length * width;
		const ways = [[0, 24, "middle", -n / 2], [0, -15, "middle", -n / 2], [15, 4, "start", 15], [-15, 4, "end", -15 - n],
			[8, 24, "start", 8], [-8, 24, "end", -8 - n], [8, -15, "start", 8], [-8, -15, "end", -8 - n]];
		let best = null;
		for (const c of G.manner === BLOCKS ? [ways[1], ways[0], ...ways.slice(2)] : ways) {
			const box = [x + c[3], y + c[1] - 9, x + c[3] + n, y + c[1] + 3];
			const hidden = taken.reduce((sum, b) => sum + common(b, box), 0);
			if (!best || hidden < best.hidden) best = { hidden: hidden, c: c, box: box };
		}
		taken.push(best.box);
		p.label.setAttribute("x", best.c[0]);
		p.label.setAttribute("y", best.c[1]);
		p.label.setAttribute("text-anchor", best.c[2]);
	}
}

function show() {
	const at = new Map();
	for (const p of piece) {
		const s = now[p.i];
		if (s && s[1] === 0 && s[2] >= 0)
			at.set(s[2], (at.get(s[2]) || []).concat(p));
	}
	for (const p of piece) {
		const s = now[p.i], on = s && s[1] === 0 && s[2] >= 0;
		if (p.on !== on)
			p.g.style.display = (p.on = on) ? "" : "none";
		if (!on)
			continue;
		const others = at.get(s[2]), nth = others.filter(q => q.leader === p.leader).indexOf(p);
		if (p.drawn !== s || p.nth !== nth) {
			p.nth = nth;
			redraw(p, s);
			p.drawn = s;
		}
		place(p, s, others);
	}
	nameLeaders();
	for (const list of at.values())
		if (list.length > 1)
			for (const p of list.filter(q => !q.leader).reverse())
				if (p.g !== lower.lastChild) lower.appendChild(p.g);
}

/* ------------------------------------------------------------- what happens */

function arrow(a, b, back) {
	const dx = b[0] - a[0], dy = b[1] - a[1], n = Math.hypot(dx, dy) || 1, u = [dx / n, dy / n];
	const mid = [(a[0] + b[0]) / 2 + (back ? u[1] * 8 : 0), (a[1] + b[1]) / 2 - (back ? u[0] * 8 : 0)];
	const p = k => (mid[0] + u[0] * k).toFixed(1) + " " + (mid[1] + u[1] * k).toFixed(1);
	draw(blows, "path", { d: "M" + p(-14) + "L" + p(12), stroke: PAGE, "stroke-width": back ? 6 : 12 });
	draw(blows, "path", { d: "M" + p(-14) + "L" + p(4), stroke: HIT, "stroke-width": back ? 3 : 7,
		"stroke-dasharray": back ? "4 2" : "none", "marker-end": "url(#ma)" });
}

function shot(a, b) {
	const m = [(a[0] + b[0]) / 2 - (b[1] - a[1]) / 5, (a[1] + b[1]) / 2 + (b[0] - a[0]) / 5];
	const d = "M" + (a[0] + (m[0] - a[0]) / 5) + " " + (a[1] + (m[1] - a[1]) / 5) + "Q" + m + " " +
		(b[0] + (m[0] - b[0]) / 4) + " " + (b[1] + (m[1] - b[1]) / 4);
	draw(blows, "path", { d: d, fill: "none", stroke: PAGE, "stroke-width": 5 });
	draw(blows, "path", { d: d, fill: "none", stroke: INK, "stroke-width": 2, "stroke-dasharray": "5 3", "marker-end": "url(#mf)" });
}

function trail(p, from, way, flight) {
	const points = [from].concat(way).map(centre), e = points.length - 1;
	const dx = points[e][0] - points[e - 1][0], dy = points[e][1] - points[e - 1][1], n = Math.hypot(dx, dy) || 1;
	points[e] = [points[e][0] - dx / n * 24, points[e][1] - dy / n * 24];
	const d = "M" + points.map(q => q.map(k => k.toFixed(1)).join(" ")).join("L");
	draw(trails, "path", { d: d, fill: "none", stroke: PAGE, "stroke-width": 7 });
	draw(trails, "path", { d: d, fill: "none", stroke: D.sides[p.side][4], "stroke-width": 3,
		"stroke-dasharray": flight ? "7 4" : "none", "marker-end": "url(#m" + (flight ? "r" : "v") + p.side + ")" });
	draw(trails, "circle", { cx: points[0][0], cy: points[0][1], r: 4, fill: D.sides[p.side][4], stroke: PAGE });
}

function nearest(from, hexes) {
	const c = centre(from), far = h => { const q = centre(h); return Math.hypot(q[0] - c[0], q[1] - c[1]); };
	return hexes.filter(h => h >= 0).sort((x, y) => far(x) - far(y))[0];
}

function showDeed(s) {
	trails.textContent = blows.textContent = "";
	if (!s || !s.k)
		return;
	const who = s.f[0], targets = s.f[1];
	if ([MOVE, ADVANCE, RETREAT, EVADE, ROUT].includes(s.k) && s.p && who[0] >= 0 && s.w[0] >= 0)
		trail(piece[s.w[0]], who[0], s.p, s.k >= RETREAT);
	if (s.k === FIRE && who[0] >= 0 && targets[0] >= 0 && who[0] !== targets[0])
		shot(centre(who[0]), centre(targets[0]));
	if (s.k === GONE && who[0] >= 0) {
		const c = centre(who[0]), d = "M" + (c[0] - 17) + " " + (c[1] - 17) + "l34 34m0-34l-34 34";
		draw(blows, "path", { d: d, stroke: PAGE, "stroke-width": 6 });
		draw(blows, "path", { d: d, stroke: HIT, "stroke-width": 3 });
	}
	if (s.k === HURT && who[0] >= 0 && s.w[0] >= 0 && now[s.w[0]] && now[s.w[0]][1] === 0) {
		const c = centre(who[0]), x = c[0] + (G.manner === BLOCKS ? 33 : PLATE[0] - 4), y = c[1] + (G.manner === BLOCKS ? 15 : 5 - PLATE[1]);
		draw(blows, "use", { href: "#hs", x: x, y: y });
		if (G.manner === FACED)
			draw(blows, "text", { x: x, y: y + 4, "font-size": 11, "font-weight": "bold", "text-anchor": "middle", fill: "#fff" }, now[s.w[0]][5]);
	}
	if (s.k === ATTACK || s.k === BACK)
		for (const h of who) {
			const t = h >= 0 ? nearest(h, targets) : undefined;
			if (t !== undefined && t !== h)
				arrow(centre(h), centre(t), s.k === BACK);
		}
}

/* ---------------------------------------------------------------- the steps */

const articles = D.x.map(x => document.querySelector('article[data-x="' + x.n + '"]'));
const lines = articles.map(a => a ? Array.from(a.querySelectorAll("li[data-e]")) : []);
const frames = [];		/* { x, step, line } and before each exchange */
const starts = [];		/* how all stand at the start of each */

function lineOf(x, e) {
	let found = null;
	for (const li of lines[x])
		if (+li.dataset.e <= e) found = li;
	return found;
}

function apply(s) {
	for (const c of (s.c || []).concat(s.z || []))
		now[c[0]] = c;
}

function unfold() {
	for (const c of D.x[0].start || [])
		now[c[0]] = c;
	D.x.forEach((x, k) => {
		const exact = new Set(lines[k].map(li => +li.dataset.e));
		starts.push(now.slice());
		frames.push({ x: k, upto: -1, step: null, line: null });
		x.steps.forEach((s, i) => {
			apply(s);
			if (s.k || exact.has(s.e))
				frames.push({ x: k, upto: i, step: s, line: lineOf(k, s.e) });
			else if (i === x.steps.length - 1)
				frames[frames.length - 1].upto = i;
		});
	});
}

let current = null, at = 0, timer = null;
/* Of a board whose counters would be too small to read a window is shown. */
const narrow = window.matchMedia("(max-width: 52rem)").matches, room = svg.getBoundingClientRect();
let near = narrow || Math.min(room.width / G.w, room.height / G.h) < .5;
const least = narrow ? 6 : 14;

/* Whose army stands in the upper half at the start: its line is above the board. */
const upperSide = (function () {
	const mean = [0, 1].map(side => {
		const ys = (D.x[0].start || []).filter(c => piece[c[0]].side === side && c[2] >= 0).map(c => centre(c[2])[1]);
		return ys.reduce((a, b) => a + b, 0) / (ys.length || 1);
	});
	return mean[0] < mean[1] - 2 * G.dy ? 0 : 1;
})();

function stateAt(f) {
	now = starts[f.x].slice();
	for (let i = 0; i <= f.upto; i++)
		apply(D.x[f.x].steps[i]);
}

function sideLine(el, i, text) {
	el.textContent = "";
	const box = draw(el, "svg", { viewBox: "0 0 24 20", "aria-hidden": "true" });
	/* as its plates are: dark ones square, light ones with cut corners */
	draw(box, "path", { d: D.sides[i][2] === "#fff" ? "M1 1h22v18H1z" : "M5 1h14l4 4v10l-4 4H5l-4-4V5z", fill: D.sides[i][1], stroke: D.sides[i][3] });
	const b = document.createElement("b"), span = document.createElement("span");
	b.textContent = D.sides[i][0];
	span.textContent = text;
	el.append(b, span);
}

/* A window on what happens, for small screens and for who wants it. */
function view(box) {
	if (svg.getAttribute("viewBox") !== box)
		svg.setAttribute("viewBox", box);
}

/* Where pieces stand: what is seen nearby before anything happens. */
function occupied() {
	return now.filter(s => s && s[1] === 0 && s[2] >= 0).map(s => s[2]);
}

function frameView(s) {
	const whole = "0 0 " + G.w + " " + G.h;
	if (!near) {
		view(whole);
		return;
	}
	let hexes = s && s.k ? s.f[0].concat(s.f[1], s.p || []).filter(h => h >= 0) : [];
	if (!hexes.length && at > 0 && svg.getAttribute("viewBox") !== whole)
		return;
	if (!hexes.length)
		hexes = occupied();
	if (!hexes.length)
		return;
	const q = hexes.map(centre), xs = q.map(c => c[0]), ys = q.map(c => c[1]), pad = 2.2 * G.dx;
	const w = Math.max(Math.max(...xs) - Math.min(...xs) + 2 * pad, least * G.dx);
	const h = Math.max(Math.max(...ys) - Math.min(...ys) + 2 * pad, least * .8 * G.dy);
	/* not beyond the board's edge */
	const within = (k, most) => Math.max(0, Math.min(k, most));
	const x = within((Math.max(...xs) + Math.min(...xs) - w) / 2, G.w - w);
	const y = within((Math.max(...ys) + Math.min(...ys) - h) / 2, G.h - h);
	view([x, y, w, h].map(Math.round).join(" "));
}

function plain(li) {
	const copy = li.cloneNode(true);
	copy.querySelectorAll(".dice, .mod").forEach(x => x.remove());
	return copy.textContent.trim();
}

function go(n, jump) {
	at = Math.max(0, Math.min(frames.length - 1, n));
	const f = frames[at], x = D.x[f.x];
	if (svg.classList.contains("still") !== !!jump)
		svg.classList.toggle("still", !!jump);
	stateAt(f);
	show();
	showDeed(f.step);
	frameView(f.step);
	articles.forEach((a, k) => { if (a && a.hidden !== (k !== f.x)) a.hidden = k !== f.x; });
	if (current !== f.line) {
		if (current) { current.classList.remove("now"); current.removeAttribute("aria-current"); }
		if (f.line) { f.line.classList.add("now"); f.line.setAttribute("aria-current", "step"); }
		current = f.line;
	}
	if (f.line)
		requestAnimationFrame(() => reveal(f.line));
	$("live").textContent = f.line ? plain(f.line) : "Before exchange " + x.n;
	tray(f);
	const end = at === frames.length - 1 || frames[at + 1].x !== f.x;
	const status = end ? x.is : x.was;
	if (D.sides.length > 1 && shown !== status) {
		sideLine($("above"), upperSide, status[upperSide]);
		sideLine($("below"), 1 - upperSide, status[1 - upperSide]);
		shown = status;
	}
	$("count").textContent = "step " + at + " of " + (frames.length - 1);
	$("exchange").value = String(f.x);
	$("back").disabled = $("first").disabled = at === 0;
	$("next").disabled = $("last").disabled = at === frames.length - 1;
	if (at === frames.length - 1)
		stop();
	if (told >= 0)
		tellOf(told);
}

/* Scrolls the story and never the page away from the board. */
function reveal(li) {
	const box = $("story"), r = li.getBoundingClientRect(), b = box.getBoundingClientRect();
	if (getComputedStyle(box).overflowY !== "auto")
		return;
	if (r.top < b.top + 50) box.scrollTop += r.top - b.top - 50;
	else if (r.bottom > b.bottom - 10) box.scrollTop += r.bottom - b.bottom + 10;
}

function stop() {
	clearInterval(timer);
	timer = null;
	$("play").setAttribute("aria-pressed", "false");
	$("play").querySelector("span").textContent = "Play";
}

function play() {
	if (timer) { stop(); return; }
	if (at === frames.length - 1) go(0, true);
	$("play").setAttribute("aria-pressed", "true");
	$("play").querySelector("span").textContent = "Pause";
	timer = setInterval(() => go(at + 1), 1100);
}

function toExchange(k) {
	go(frames.findIndex(f => f.x === k), true);
}

/* ------------------------------------------------------------------- dice */

const rolls = new Map();	/* "3.2": { roll, dice } */
const faces = { green: ["circle", { cx: 10, cy: 10, r: 6, fill: "#1d9a52" }], blue: ["path", { d: "M3 16l7-12 7 12z", fill: "#2563c9" }],
	red: ["path", { d: "M4 4h12v12H4z", fill: "#cf2b25" }], helmet: ["path", { d: "M3 16V9C3 1 17 1 17 9v7h-4v-5H7v5z", fill: "#5a5044" }],
	swords: ["path", { d: "M4 4l12 12M16 4L4 16M3 12l5 5M17 12l-5 5", stroke: "#5a5044", "stroke-width": 2, fill: "none" }],
	flag: ["path", { d: "M5 18V2l11 4-11 5", stroke: "#5a5044", "stroke-width": 2, fill: "#fff" }] };

function dress(el, key) {
	const r = rolls.get(key);
	if (!r)
		return;
	const shows = String(r.roll[4]);
	el.textContent = "";
	if (faces[shows]) {
		const s = draw(el, "svg", { viewBox: "0 0 20 20", role: "img", "aria-label": shows });
		draw(s, faces[shows][0], faces[shows][1]);
	} else {
		el.textContent = shows;
	}
	el.title = "roll " + key + ": " + r.roll[0] + ", a die of " + r.roll[2] + " shows " + shows;
}

function tray(f) {
	const box = $("tray"), dice = f.line ? Array.from(f.line.querySelectorAll(".die")) : [];
	box.textContent = "";
	for (const d of dice) {
		const el = document.createElement("span");
		el.className = d.className;
		dress(el, d.dataset.r);
		box.appendChild(el);
	}
	if (dice.length === 1)
		box.append(" " + dice[0].title);
}

const utf8 = s => new TextEncoder().encode(s);
const unhex = s => new Uint8Array((s.match(/../g) || []).map(h => parseInt(h, 16)));
const hex = b => Array.from(new Uint8Array(b), x => x.toString(16).padStart(2, "0")).join("");

async function hmac(key, message) {
	const k = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
	return crypto.subtle.sign("HMAC", k, utf8(message));
}

async function faceOf(key, roll) {
	const [label, nth, sides] = roll, limit = sides * Math.floor(4294967296 / sides);
	for (let t = 0; ; t++) {
		const v = new DataView(await hmac(key, "roll:" + nth + ":" + t + ":" + label)).getUint32(0);
		if (v < limit)
			return v % sides;
	}
}

function mark(key, good) {
	document.querySelectorAll('[data-r="' + key + '"]').forEach(el => {
		el.classList.toggle("ok", good);
		el.classList.toggle("bad", !good);
	});
}

/* Seeds against their commitments, then every roll from its key. */
async function verify() {
	let good = 0, bad = 0, seeds = 0;
	const verdict = $("verdict");
	if (!window.crypto || !crypto.subtle) {
		verdict.textContent = "This browser offers WebCrypto only to files and to https pages: save the page and open the file.";
		return;
	}
	verdict.textContent = "Rolling…";
	for (const x of D.x) {
		const d = x.dice;
		if (!d || !d.rolls.length)
			continue;
		const sum = hex(await crypto.subtle.digest("SHA-256", utf8("iacta-commit:" + D.game + ":" + d.x + ":" + d.seed)));
		const kept = d.commitment !== "" && sum === d.commitment;
		seeds += kept ? 0 : 1;
		const key = await hmac(unhex(d.seed), "iacta-key:" + D.game + ":" + d.x + ":" + d.transcript);
		for (let i = 0; i < d.rolls.length; i++) {
			const fits = kept && await faceOf(key, d.rolls[i]) === d.rolls[i][3];
			mark(d.x + "." + (i + 1), fits);
			fits ? good++ : bad++;
		}
	}
	verdict.textContent = bad === 0 ? good + " of " + good + " rolls come out the same, from seeds that were fixed before the orders." :
		bad + " of " + (good + bad) + " rolls do not come out the same" + (seeds ? "; " + seeds + " seed(s) do not fit their commitment" : "") + ".";
	verdict.dataset.bad = bad;
	verdict.dataset.good = good;
	tray(frames[at]);
}

/* ---------------------------------------------------------------- details */

let told = -1, shown = null;

function describe(p, s) {
	const parts = [p.name === p.id ? p.id : p.name + " (" + p.id + ")", p.kind];
	if (s[10]) parts.push(s[10]);
	if (s[5] > 0) parts.push("hits " + s[5]);
	if (s[7] & ROUTED) parts.push("routed");
	if (s[7] & DISRUPTED) parts.push("disrupted");
	if (s[7] & DEPLETED) parts.push("depleted");
	if (s[7] & WOUNDED) parts.push("wounded");
	parts.push(s[1] === 0 && s[2] >= 0 ? "in " + number(s[2]) : ["", "lost", "left the map", "not on the map"][s[1]]);
	return parts.filter(x => x).join(", ");
}

function tellOf(i) {
	const p = piece[i], s = now[i], box = $("about");
	if (!s)
		return;
	if (told >= 0) piece[told].g.classList.remove("hot");
	told = i;
	p.g.classList.add("hot");
	box.hidden = false;
	box.textContent = "";
	const h = document.createElement("h3"), para = document.createElement("p"), list = document.createElement("ul");
	h.textContent = p.name + " · " + D.sides[p.side][0];
	para.textContent = describe(p, s);
	const seen = new Set();
	frames.forEach((f, n) => {
		if (!f.step || !f.step.k || !f.line || seen.has(f.line) ||
		    !(f.step.w || []).concat(f.step.t || []).includes(i))
			return;
		seen.add(f.line);
		const li = document.createElement("li"), b = document.createElement("button");
		b.type = "button";
		b.textContent = (D.x.length > 1 ? D.x[f.x].n + ": " : "") + plain(f.line).slice(0, 120);
		b.addEventListener("click", () => go(n, true));
		li.appendChild(b);
		list.appendChild(li);
	});
	box.append(h, para);
	if (list.childNodes.length)
		box.appendChild(list);
}

function makeList() {
	for (const p of piece) {
		const b = document.createElement("button");
		b.type = "button";
		b.textContent = D.sides[p.side][0] + ": " + p.name + (p.name === p.id ? "" : " (" + p.id + ")");
		b.addEventListener("click", () => { tellOf(p.i); $("about").scrollIntoView({ block: "nearest" }); });
		$("list").appendChild(b);
	}
	$("units-list").hidden = false;
}

/* ------------------------------------------------------------------ begin */

function listen() {
	$("first").addEventListener("click", () => go(0, true));
	$("back").addEventListener("click", () => { stop(); go(at - 1); });
	$("play").addEventListener("click", play);
	$("next").addEventListener("click", () => { stop(); go(at + 1); });
	$("last").addEventListener("click", () => go(frames.length - 1, true));
	$("exchange").addEventListener("change", e => toExchange(+e.target.value));
	$("zoom").addEventListener("click", () => {
		near = !near;
		$("zoom").setAttribute("aria-pressed", String(near));
		frameView(frames[at].step);
	});
	if ($("verify"))
		$("verify").addEventListener("click", verify);
	lines.forEach((list, k) => list.forEach(li => li.addEventListener("click", () => {
		stop();
		go(frames.findIndex(f => f.x === k && f.line === li), true);
	})));
	document.addEventListener("keydown", e => {
		const tag = e.target.tagName;
		if (e.altKey || e.ctrlKey || e.metaKey || tag === "SELECT" || tag === "INPUT")
			return;
		const f = frames[at].x;
		const keys = { ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0, true),
			End: () => go(frames.length - 1, true), PageDown: () => f + 1 < D.x.length && toExchange(f + 1),
			PageUp: () => toExchange(Math.max(0, f - 1)) };
		if (e.key === " " && tag !== "BUTTON" && tag !== "SUMMARY") { e.preventDefault(); play(); }
		else if (keys[e.key]) { e.preventDefault(); stop(); keys[e.key](); }
	});
	let from = null;
	$("view").addEventListener("pointerdown", e => { from = e.pointerType === "mouse" ? null : [e.clientX, e.clientY]; });
	$("view").addEventListener("pointerup", e => {
		if (from && Math.abs(e.clientX - from[0]) > 40 && Math.abs(e.clientY - from[1]) < 30)
			go(at + (e.clientX < from[0] ? 1 : -1));
		from = null;
	});
}

for (const x of D.x)
	if (x.dice)
		x.dice.rolls.forEach((r, i) => rolls.set(x.dice.x + "." + (i + 1), { roll: r, dice: x.dice }));
document.querySelectorAll(".die").forEach(el => dress(el, el.dataset.r));
makePieces();
unfold();
makeList();
D.x.forEach((x, k) => {
	const o = document.createElement("option");
	o.value = String(k);
	o.textContent = String(x.n);
	$("exchange").appendChild(o);
});
$("pick").hidden = D.x.length < 2;
$("controls").hidden = false;
if ($("check"))
	$("check").hidden = false;
$("zoom").setAttribute("aria-pressed", String(near));
listen();
go(frames.length > 1 && D.x.length === 1 ? 1 : 0, true);
window.replay = { go: go, frames: frames, at: () => at, verify: verify };
})();
