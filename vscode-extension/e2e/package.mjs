// Checks the packaged extension: node package.mjs VSIX AGAIN, two builds of one tree.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

/** MOST is how large it may be, in bytes. */
const MOST = 200_000;

const FILES = `[Content_Types].xml
extension.vsixmanifest
extension/LICENSE.txt
extension/changelog.md
extension/dist/config.schema.json
extension/dist/extension.js
extension/dist/schedule.schema.json
extension/dist/session.js
extension/dist/timeline.css
extension/dist/timeline.js
extension/media/failed.svg
extension/media/icon.png
extension/media/new-config.json
extension/media/passed.svg
extension/media/unreached.svg
extension/media/walkthrough/config.md
extension/media/walkthrough/run.md
extension/media/walkthrough/server.md
extension/media/walkthrough/timeline.md
extension/package.json
extension/readme.md`;

const [first, second] = process.argv.slice(2).map((f) => readFileSync(f));
assert.ok(first.equals(second), "two builds of one tree differ; SOURCE_DATE_EPOCH has to be set");
assert.ok(first.length < MOST, `the package has ${first.length} bytes, and at most ${MOST} are wanted`);
const files = entries(first);
assert.deepEqual(files.map((f) => f.name).sort(), FILES.split("\n").sort());
for (const f of files) {
  const text = f.content().toString("utf8");
  assert.ok(f.name !== "extension/media/icon.png" || f.content().length < 4096, "the icon has at most 4 kB");
  assert.ok(!text.includes(process.cwd()), `${f.name} has a path of this machine in it`);
}
console.log(`${files.length} files, ${first.length} bytes`);

/** entries are the files of a zip archive. */
function entries(zip) {
  const found = [];
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06"));
  let at = zip.readUInt32LE(end + 16);
  for (let n = zip.readUInt16LE(end + 10); n > 0; n--) {
    const method = zip.readUInt16LE(at + 10);
    const size = zip.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((o) => zip.readUInt16LE(at + o));
    const header = zip.readUInt32LE(at + 42);
    const data = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const packed = zip.subarray(data, data + size);
    found.push({ name: zip.toString("utf8", at + 46, at + 46 + name), content: () => (method === 0 ? packed : inflateRawSync(packed)) });
    at += 46 + name + extra + comment;
  }
  return found;
}
