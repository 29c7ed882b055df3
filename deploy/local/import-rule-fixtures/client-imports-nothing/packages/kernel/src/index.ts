// Part of a fixture of the import rules.

export {};
