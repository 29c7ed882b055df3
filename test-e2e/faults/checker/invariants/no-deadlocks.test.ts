import { expect, it } from 'vitest';
import { evidenceOf } from '../test/build-evidence.ts';
import { noDeadlocks } from './no-deadlocks.ts';

it('finds deadlocks that the database has ended', () => {
  expect(noDeadlocks.check(evidenceOf({}))).toEqual([]);
  expect(noDeadlocks.check(evidenceOf({ state: { deadlocks: 2 } }))).toEqual([
    'the database ended 2 deadlocks',
  ]);
});
