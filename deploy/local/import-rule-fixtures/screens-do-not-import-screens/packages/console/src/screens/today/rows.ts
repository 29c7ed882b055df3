// What the broken rule forbids to import.

export const rows = 1;
