const hoard: unknown[] = [];
for (;;) {
  hoard.push({ number: `${hoard.length}`, list: [hoard.length] });
}
