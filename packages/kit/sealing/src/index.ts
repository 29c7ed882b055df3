// The sealing kit's one door: secrets at rest, each of which opens where it belongs and nowhere else.
export { sealing } from './sealed-text.ts';
export type { Sealing } from './sealed-text.ts';
