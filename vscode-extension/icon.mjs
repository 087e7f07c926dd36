// Draws media/icon.png, a seed that falls: node icon.mjs
import { writeFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";

const SIZE = 128;
/** How many points of a pixel are looked at, along each side. */
const FINE = 4;

const within = (x, y, cx, cy, r) => (x - cx) ** 2 + (y - cy) ** 2 <= r * r;

/** box is a rectangle with round corners. */
const box = (left, top, right, bottom, r) => (x, y) => {
  const nearX = Math.min(Math.max(x, left + r), right - r);
  const nearY = Math.min(Math.max(y, top + r), bottom - r);
  return within(x, y, nearX, nearY, r);
};

/** What is drawn, the lowest first: where it is, and its colour. */
const shapes = [
  [box(0, 0, 128, 128, 26), [18, 52, 59]],
  [box(33, 34, 39, 78, 3), [72, 128, 128]],
  [box(61, 16, 67, 48, 3), [72, 128, 128]],
  [box(89, 40, 95, 84, 3), [72, 128, 128]],
  [box(24, 106, 104, 112, 3), [160, 205, 190]],
  [(x, y) => within(x, y, 41, 76, 42) && within(x, y, 87, 76, 42), [247, 178, 74]],
  [(x, y) => within(x, y, 34, 76, 42) && within(x, y, 87, 76, 42), [255, 214, 140]],
];

/** pixel is the mean of its points, as red, green, blue and how opaque it is. */
function pixel(px, py) {
  const sum = [0, 0, 0, 0];
  for (let k = 0; k < FINE * FINE; k++) {
    const x = px + ((k % FINE) + 0.5) / FINE;
    const y = py + (Math.floor(k / FINE) + 0.5) / FINE;
    const colour = shapes.findLast(([has]) => has(x, y))?.[1];
    [...(colour ?? [0, 0, 0]), colour ? 1 : 0].forEach((v, i) => (sum[i] += v));
  }
  const [r, g, b, n] = sum;
  return n === 0 ? [0, 0, 0, 0] : [r / n, g / n, b / n, (255 * n) / (FINE * FINE)].map(Math.round);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

const rows = Array.from({ length: SIZE }, (_, y) => [0, ...Array.from({ length: SIZE }, (_, x) => pixel(x, y)).flat()]);
const head = Buffer.alloc(13);
head.writeUInt32BE(SIZE, 0);
head.writeUInt32BE(SIZE, 4);
head.set([8, 6], 8); // 8 bits of each of four channels
const png = Buffer.concat([
  Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
  chunk("IHDR", head),
  chunk("IDAT", deflateSync(Buffer.from(rows.flat()), { level: 9 })),
  chunk("IEND", Buffer.alloc(0)),
]);
writeFileSync(new URL("media/icon.png", import.meta.url), png);
