for (;;) {
  // On purpose.
}
