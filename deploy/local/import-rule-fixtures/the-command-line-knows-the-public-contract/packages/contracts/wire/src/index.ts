// Part of a fixture of the import law.

export const subject = 'rpc.stay.v1.hold';
