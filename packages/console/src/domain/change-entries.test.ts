import { expect, it } from 'vitest';
import { entriesOfChanges } from './change-entries.ts';

const change = (id: string, createdAt: string) => ({ id, createdAt });
const entry = (at: string, action: string, actor: string) => ({ at, action, actor });

it('a change was made by whom the history names at that time, also where its payment came from others', () => {
  const changes = [change('paid', '2027-06-01T10:00:00.000Z'), change('plain', '2027-06-03T10:00:00.000Z')];
  const entries = [
    entry('2027-05-01T10:00:00.000Z', 'changed', 'earlier'),
    entry('2027-06-01T10:00:00.010Z', 'change_awaits_payment', 'Mara'),
    entry('2027-06-01T10:09:00.000Z', 'payment_succeeded', 'provider'),
    entry('2027-06-01T10:09:00.000Z', 'changed', 'provider'),
    entry('2027-06-03T10:00:00.000Z', 'changed', 'Jonas'),
  ];
  const found = entriesOfChanges(changes.toReversed(), entries);
  expect(found.get('paid')?.actor).toBe('Mara');
  expect(found.get('plain')?.actor).toBe('Jonas');
});

it('a change that was refused at once has no entry, and takes none of another change', () => {
  const changes = [change('refused', '2027-06-01T10:00:00.000Z'), change('made', '2027-06-01T10:05:00.000Z')];
  const entries = [entry('2027-06-01T10:05:00.000Z', 'changed', 'Mara')];
  const found = entriesOfChanges(changes, entries);
  expect([...found.keys()]).toEqual(['made']);
});
