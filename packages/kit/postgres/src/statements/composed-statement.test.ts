import { expect, it } from 'vitest';
import { composedStatement } from './composed-statement.ts';

const rename = {
  name: 'rename',
  text: 'UPDATE a SET name = $2 WHERE id = $1 RETURNING id',
  values: [7, 'x'],
};
const note = { name: 'note', text: 'INSERT INTO b SELECT $1 FROM renamed', values: ['n'] };

it('numbers the parameters of each part after those before it', () => {
  expect(composedStatement('rename_and_note', [['renamed', rename]], note)).toEqual({
    name: 'rename_and_note',
    text:
      'WITH renamed AS (UPDATE a SET name = $2 WHERE id = $1 RETURNING id) ' +
      'INSERT INTO b SELECT $3 FROM renamed',
    values: [7, 'x', 'n'],
  });
});

it('takes the values of each call, and the text of the first', () => {
  const again = composedStatement('rename_and_note', [['renamed', { ...rename, values: [8, 'y'] }]], note);
  expect(again.values).toEqual([8, 'y', 'n']);
  expect(again.text).toContain('$3');
});

it('refuses one name for two compositions, since a connection keeps one text for a name', () => {
  expect(() => composedStatement('rename_and_note', [['noted', note]], rename)).toThrow('two compositions');
});
