// What the broken rule forbids to import.

export const traceEntry = {};
