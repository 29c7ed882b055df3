// Part of a fixture of the import rules.

export const subject = 'rpc.stay.v1.hold';
