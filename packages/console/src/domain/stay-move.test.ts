import { describe, expect, it } from 'vitest';
import { immovable, movedBy } from './stay-move.ts';

const NIGHTS = { from: '2027-06-10', to: '2027-06-12' };
const stay = (state: string) => ({ ...NIGHTS, kind: 'stay' as const, state, block: null });
const block = (kind: string) => ({ ...NIGHTS, kind: 'block' as const, state: null, block: kind });

describe('what may be moved', () => {
  it('is all of a confirmed stay, the departure alone of a guest in residence, and nothing of a past stay', () => {
    expect(immovable(stay('confirmed'), 'start')).toBeNull();
    expect(immovable(stay('checked_in'), 'end')).toBeNull();
    expect(immovable(stay('checked_in'), 'start')).toBe('checked-in');
    expect(immovable(stay('checked_in'), 'whole')).toBe('checked-in');
    expect(immovable(stay('checked_out'), 'end')).toBe('over');
  });

  it('is a block of ours, and never an imported one', () => {
    expect(immovable(block('out_of_order'), 'whole')).toBeNull();
    expect(immovable(block('external'), 'whole')).toBe('imported');
  });
});

describe('a moved stay', () => {
  it('keeps its nights when all of it is moved', () => {
    expect(movedBy(NIGHTS, 'whole', 3)).toEqual({ from: '2027-06-13', to: '2027-06-15' });
  });

  it('keeps one night when an edge is moved too far', () => {
    expect(movedBy(NIGHTS, 'start', 9)).toEqual({ from: '2027-06-11', to: '2027-06-12' });
    expect(movedBy(NIGHTS, 'end', -9)).toEqual({ from: '2027-06-10', to: '2027-06-11' });
  });
});
