import { expect, it } from 'vitest';
import { checkPrecondition } from './precondition.ts';

const reservation = { version: 3 };

it.each([[undefined], [['*']], [['"v3"']], [['"v2"', '"v3"']]])(
  'If-Match %j lets a change of version 3 pass',
  (tags) => {
    expect(checkPrecondition(tags, reservation)).toMatchObject({ ok: true });
  },
);

it.each([[[]], [['"v2"']], [['"3"']], [['v3']], [['"v33"']], [['"v2"', '"v4"']]])(
  'If-Match %j refuses it, and names the current version',
  (tags) => {
    expect(checkPrecondition(tags, reservation)).toMatchObject({
      refusal: { code: 'version_mismatch', extra: { currentVersion: 3 } },
    });
  },
);
