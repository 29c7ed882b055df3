import { expect, it } from 'vitest';
import { isSameSecret } from './constant-time.ts';

it('accepts equal secrets alone, whatever their length', () => {
  expect(isSameSecret('adm_1', 'adm_1')).toBe(true);
  for (const other of ['', 'adm_', 'adm_11', 'adm_2', 'ADM_1'])
    expect(isSameSecret(other, 'adm_1')).toBe(false);
});
