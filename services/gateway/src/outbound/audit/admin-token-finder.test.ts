import { describe, expect, it } from 'vitest';
import { createAdminTokenFinder } from './admin-token-finder.ts';

const digestOf = (text: string) => Buffer.from(text, 'latin1');
const found = { id: 't1', name: 'alice', scopes: ['read'] };

function build(names: readonly string[] = ['alice']) {
  const tokens = new Set(names);
  const [reads, time] = [{ lookups: 0, lists: 0 }, { now: 0 }];
  const finder = createAdminTokenFinder({
    now: () => time.now,
    adminTokens: {
      async use(digest) {
        reads.lookups += 1;
        await Promise.resolve();
        return tokens.has(Buffer.from(digest).toString('latin1')) ? found : undefined;
      },
      async listDigests() {
        reads.lists += 1;
        await Promise.resolve();
        if (tokens.has('broken')) throw new Error('the database is away');
        return [...tokens].map(digestOf);
      },
    },
  });
  const find = (text: string, isSuspect = true) => finder.find(digestOf(text), { isSuspect });
  return { find, reads, time, tokens };
}

describe('the admin token of a request', () => {
  it('is looked up, known or not, where its client has sent few wrong ones', async () => {
    const { find, reads } = build();
    expect([await find('alice', false), await find('mallory', false)]).toEqual([found, undefined]);
    expect(reads).toEqual({ lookups: 2, lists: 0 });
  });

  it('is looked up for a suspect where there is such a token; wrong ones cost one query a second', async () => {
    const { find, reads, time } = build();
    const answers = await Promise.all([...Array(100).keys()].map((wrong) => find(`wrong ${wrong}`)));
    expect(answers.every((answer) => answer === undefined)).toBe(true);
    expect(await find('alice')).toEqual(found);
    expect(reads).toEqual({ lookups: 1, lists: 1 });
    time.now = 1_000;
    await find('mallory');
    expect(reads).toEqual({ lookups: 1, lists: 2 });
  });

  it('that is new works for a suspect within a second, and one that was revoked at once no longer', async () => {
    const { find, time, tokens } = build();
    expect(await find('bob')).toBeUndefined();
    tokens.add('bob');
    time.now = 1_000;
    expect(await find('bob')).toEqual(found);
    tokens.delete('bob');
    expect(await find('bob')).toBeUndefined();
  });

  it('that has worked is known to a list that was read before it was made', async () => {
    const { find, tokens } = build();
    await find('mallory');
    tokens.add('bob');
    expect(await find('bob', false)).toEqual(found);
    expect(await find('bob')).toEqual(found);
  });

  it('works where the list of tokens cannot be read', async () => {
    const { find } = build(['alice', 'broken']);
    const suspect = expect(find('mallory')).rejects.toThrow('away');
    expect(await find('alice', false)).toEqual(found);
    await suspect;
  });

  it('waits in no queue of a flood that has not been counted yet', async () => {
    const { find, reads } = build();
    const flood = [...Array(100).keys()].map((wrong) => find(`wrong ${wrong}`, false));
    expect(await find('alice', false)).toEqual(found);
    await Promise.all(flood);
    expect(reads).toEqual({ lookups: 9, lists: 1 });
  });

  it('is compared with digests that are read again after a failure', async () => {
    const { find, tokens } = build(['alice', 'broken']);
    await expect(find('alice')).rejects.toThrow('away');
    tokens.delete('broken');
    expect(await find('alice')).toEqual(found);
  });
});
