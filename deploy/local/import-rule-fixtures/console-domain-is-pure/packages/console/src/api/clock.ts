// What the broken rule forbids to import.

export const now = 1;
