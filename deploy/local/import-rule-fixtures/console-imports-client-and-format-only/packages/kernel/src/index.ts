// What the broken rule forbids to import.

export const money = 1n;
