import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { CliDeps } from '../../cli-deps.ts';
import { fileCommand } from './file-command.ts';
import { withResources } from './find-resources.ts';
import type { NamedResource } from './find-resources.ts';
import { publicRequests } from './public-requests.ts';
import type { PublicOptions, PublicRequests } from './public-requests.ts';
import { putInTurn } from './put-in-turn.ts';
import { readEntries } from './set-up-file.ts';
import type { Fields } from './set-up-file.ts';

export function blockCommands(program: Command, deps: CliDeps): void {
  const description = 'Units of a tenant that are off sale';
  const help =
    'Take units off sale from a JSON file: { "blocks": [ { "resource": …, "from": …, "to": …, "kind": … } ] } or a ' +
    'list; a block that is there already is not added again';
  fileCommand(program, { name: 'blocks', description, verb: 'add', help }, deps, (path, options) =>
    addAll(path, options, deps),
  );
}

interface Done {
  readonly id: string;
  readonly resource: string;
  readonly from: string;
  readonly to: string;
  readonly change: 'added' | 'unchanged';
}

async function addAll(path: string, options: PublicOptions, deps: CliDeps): Promise<void> {
  const entries = await readEntries(path, 'blocks', 'resource');
  const requests = await publicRequests(options, deps);
  const found = await withResources(entries, requests);
  const add = async ({ at, entry }: (typeof found)[number]): Promise<Done[]> => {
    const { resource: _resource, ...block } = entry;
    return [await addOne(at, block, requests)];
  };
  const columns = [
    { title: 'resource', of: ({ resource }: Done) => resource },
    { title: 'from', of: ({ from }: Done) => from },
    { title: 'to', of: ({ to }: Done) => to },
    { title: 'change', of: ({ change }: Done) => change },
  ];
  await putInTurn(found, add, { member: 'blocks', columns }, { ...deps, options });
}

async function addOne(resource: NamedResource, block: Fields, requests: PublicRequests): Promise<Done> {
  const [from, to] = [String(block['from']), String(block['to'])];
  const there = (await blocksOf(resource, block, requests)).find((other) => sameBlock(block, other));
  const added = there ?? Object(await requests.send('POST', '/v1/blocks', postOf(resource, block)));
  const change = there === undefined ? 'added' : 'unchanged';
  return { id: String(added['id']), resource: resource.label, from, to, change };
}

const postOf = ({ id }: NamedResource, block: Fields) => ({
  body: { ...block, resourceId: id },
  idempotencyKey: randomUUID(),
});

/** Of the same dates. Dates that the API would refuse are left to its answer to the block itself. */
async function blocksOf(
  { id }: NamedResource,
  { from, to, kind }: Fields,
  { list }: PublicRequests,
): Promise<readonly Fields[]> {
  if (typeof from !== 'string' || typeof to !== 'string' || typeof kind !== 'string') return [];
  return list('/v1/blocks', 'blocks', { resourceId: id, from, to, kind, limit: 100 }).catch(
    (error: unknown) => {
      if (Object(error).status === 400) return [];
      throw error;
    },
  );
}

function sameBlock(block: Fields, other: Fields): boolean {
  const { from, to, units = 1, kind, note = null } = block;
  const same = (a: unknown, b: unknown) => a === b || Date.parse(String(a)) === Date.parse(String(b));
  return (
    same(from, other['from']) &&
    same(to, other['to']) &&
    units === other['units'] &&
    kind === other['kind'] &&
    note === other['note']
  );
}
