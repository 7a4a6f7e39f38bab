// page.mjs: the replay page in a real browser
//	node page.mjs FILE.html…   or   node page.mjs --shot DIR FILE.html…
// Steps through every page to its end and back, rolls its dice again, looks at
// a unit, goes by keyboard and finger, without script and on paper; at the
// size of a desk and of a phone.  Nothing may be logged as an error, requested
// or found wrong by axe.
import { chromium } from "playwright-core";
import { readFileSync, mkdtempSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const args = process.argv.slice(2);
const shots = args[0] === "--shot" ? args.splice(0, 2)[1] : null;
let faults = 0;

function expect(good, what) {
	if (!good) {
		faults++;
		console.error("FAULT " + what);
	}
}

const profile = mkdtempSync(join(tmpdir(), "iacta-page-"));
const browser = await chromium.launchPersistentContext(profile, {
	executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
	headless: true,
	viewport: { width: 1360, height: 900 },
	bypassCSP: false,
	hasTouch: true,
	args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

async function open(file, size, script = true) {
	const page = await browser.newPage();
	const bad = [];
	await page.setViewportSize(size);
	page.on("console", m => { if (["error", "warning"].includes(m.type())) bad.push(m.text()); });
	page.on("pageerror", e => bad.push(String(e)));
	page.on("request", r => { if (r.url() !== "file://" + file) bad.push("request of " + r.url()); });
	await page.goto("file://" + file);
	return { page, bad };
}

const press = (page, id) => page.evaluate(x => document.getElementById(x).click(), id);

// the whole way: forward step by step, what is shown at the end, and back
async function walk(page, name) {
	const total = await page.evaluate(() => window.replay.frames.length - 1);
	await press(page, "first");
	let lines = new Set(), times = [];
	const steps = await page.evaluate(async count => {
		const list = [];
		for (let i = 1; i <= count; i++) {
			const t = performance.now();
			document.getElementById("next").click();
			const ms = performance.now() - t, li = document.querySelector("li.now");
			list.push({ at: window.replay.at(), ms, line: li && li.textContent,
				live: document.getElementById("live").textContent });
			if (i % 20 === 0)
				await new Promise(done => requestAnimationFrame(done));
		}
		return list;
	}, total);
	steps.forEach((r, k) => {
		expect(r.at === k + 1, name + ": step " + (k + 1) + " came to " + r.at);
		expect(r.live !== "", name + ": step " + (k + 1) + " tells nothing");
		times.push(r.ms);
		if (r.line) lines.add(r.line);
	});
	expect(await page.isDisabled("#next"), name + ": one can step beyond the end");
	// how it stands at the end is what the picture without script shows
	const end = await page.evaluate(() => Array.from(document.querySelectorAll("#units .u"))
		.filter(g => g.style.display !== "none").length);
	for (let i = total - 1; i >= Math.max(0, total - 5); i--)
		await press(page, "back");
	await page.keyboard.press("End");
	const again = await page.evaluate(() => Array.from(document.querySelectorAll("#units .u"))
		.filter(g => g.style.display !== "none").length);
	expect(end === again, name + ": " + end + " pieces at the end, and " + again + " after going back and forth");
	times.sort((a, b) => a - b);
	return { total, usual: times[times.length >> 1] || 0, slowest: times[times.length - 1] || 0,
		pieces: end, lines: lines.size };
}

async function accessible(page, name) {
	// evaluated by the driver, not by the page: its policy stays as it is
	await page.evaluate(axe + ";0");
	const found = await page.evaluate(async () => (await window.axe.run(document, {
		resultTypes: ["violations"] })).violations.map(v => ({ id: v.id, impact: v.impact,
		nodes: v.nodes.slice(0, 3).map(n => n.html.slice(0, 120)) })));
	for (const v of found)
		expect(!["serious", "critical"].includes(v.impact), name + ": axe: " + v.id + " " + v.nodes.join(" | "));
	return found.length;
}

async function plainReport(file, name) {
	const html = readFileSync(file, "utf8");
	const b = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
		args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
	const page = await (await b.newContext({ javaScriptEnabled: false })).newPage();
	await page.goto("file://" + file);
	expect(await page.isHidden("#controls"), name + ": controls without script");
	expect((await page.locator("#story").innerText()).length > 20, name + ": no story without script");
	expect(await page.locator("#view svg").isVisible(), name + ": no picture without script");
	if (shots) await page.screenshot({ path: join(shots, name + "-plain.png") });
	await b.close();
	return html.length;
}

for (const arg of args) {
	const file = resolve(arg), name = basename(file, ".html");
	const { page, bad } = await open(file, { width: 1360, height: 900 });
	page.on("dialog", d => { bad.push("dialog " + d.message()); d.dismiss(); });
	expect(await page.evaluate(() => window.pwned === undefined), name + ": a name ran as script");
	const w = await walk(page, name);
	let dice = "";
	if (await page.locator("#verify").count()) {
		await page.evaluate(() => window.replay.verify());
		dice = await page.innerText("#verdict");
		expect(await page.getAttribute("#verdict", "data-bad") === "0", name + ": " + dice);
		expect(+(await page.getAttribute("#verdict", "data-good")) > 0 ===
			(await page.locator("#rolls tr[data-r]").count()) > 0, name + ": not all dice were rolled");
		expect(await page.locator("#rolls tr[data-r]:not(.ok)").count() === 0, name + ": a roll is not marked");
	}
	// keyboard
	await page.keyboard.press("Home");
	expect(await page.evaluate(() => window.replay.at()) === 0, name + ": Home");
	await page.keyboard.press("ArrowRight");
	expect(await page.evaluate(() => window.replay.at()) === Math.min(1, w.total), name + ": ArrowRight");
	// a unit under the pointer
	await page.keyboard.press("End");	// before a set-up nobody stands there
	const unit = page.locator("#units .u:visible").first();
	await unit.dispatchEvent("click");
	expect((await page.innerText("#about")).length > 10, name + ": a unit tells nothing of itself");
	await accessible(page, name);
	if (shots) {
		await page.evaluate(() => window.replay.go(Math.floor(window.replay.frames.length / 2), true));
		await page.screenshot({ path: join(shots, name + "-desk.png") });
	}
	await page.emulateMedia({ media: "print" });
	expect(await page.isHidden("#controls"), name + ": controls on paper");
	expect(bad.length === 0, name + ": " + bad.slice(0, 3).join("; "));
	await page.close();
	if (name.startsWith("evil"))
		continue;
	// a phone
	const p = await open(file, { width: 390, height: 844 });
	await walk(p.page, name + " on a phone");
	expect(await p.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
		name + ": wider than a phone");
	await p.page.evaluate(() => window.replay.go(Math.floor(window.replay.frames.length / 2), true));
	await accessible(p.page, name + " on a phone");
	if (shots) await p.page.screenshot({ path: join(shots, name + "-phone.png") });
	expect(p.bad.length === 0, name + " on a phone: " + p.bad.slice(0, 3).join("; "));
	await p.page.close();
	const size = await plainReport(file, name);
	// a frame is 16 ms; a busy machine may be late once in a while
	expect(w.usual < 16, name + ": a step takes " + Math.round(w.usual) + " ms");
	console.log(name + ": " + w.total + " steps (usually " + w.usual.toFixed(1) + " ms, slowest " +
		w.slowest.toFixed(1) + "), " + w.pieces +
		" pieces, " + size + " bytes; " + dice);
}
await browser.close();
process.exit(faults ? 1 : 0);
