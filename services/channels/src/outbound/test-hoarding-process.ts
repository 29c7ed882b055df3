// Owns a reader that keeps whatever it meets.
const hoard: unknown[] = [];
for (;;) {
  hoard.push({ number: `${hoard.length}`, list: [hoard.length] });
}
