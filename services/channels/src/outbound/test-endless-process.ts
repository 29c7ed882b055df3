// Owns a reader that never comes to an end.
for (;;) {
  // On purpose.
}
