import { describe, expect, it } from 'vitest';
import { readReference, referenceOf } from './reference.ts';

describe('a reference', () => {
  it('is the last 40 bits of an id in Crockford’s base 32', () => {
    expect(referenceOf('0197a204-11b0-7b2c-94d3-e50000000000')).toBe('00000000');
    expect(referenceOf('0197a204-11b0-7b2c-94d3-e5ffffffffff')).toBe('ZZZZZZZZ');
    expect(referenceOf('0197a204-11b0-7b2c-94d3-e50000000021')).toBe('00000011');
    expect(referenceOf('0197a204-11b0-7b2c-94d3-e58000000000')).toBe('G0000000');
  });

  it.each([
    ['ALP7K3Q9', 'A1P7K3Q9'],
    ['ab2c-3d4e', 'AB2C3D4E'],
    [' ab2c 3d4e ', 'AB2C3D4E'],
    ['OOOOIIII', '00001111'],
  ])('%s is read as %s', (text, reference) => {
    expect(readReference(text)).toBe(reference);
  });

  it.each(['', 'AB2C3D4', 'AB2C3D4E5', 'AB2C3D4U', 'ada@example.com', 'ＡB2C3D4E'])('%s is none', (text) => {
    expect(readReference(text)).toBeUndefined();
  });
});
