import type { Command } from 'commander';
import type { CliDeps } from '../../cli-deps.ts';
import { usage } from '../../failure.ts';
import { changeOf } from './change.ts';
import type { Change } from './change.ts';
import { fileCommand } from './file-command.ts';
import { withResources } from './find-resources.ts';
import type { NamedResource } from './find-resources.ts';
import { publicRequests } from './public-requests.ts';
import type { PublicOptions, PublicRequests } from './public-requests.ts';
import { putInTurn } from './put-in-turn.ts';
import { readEntries } from './set-up-file.ts';
import type { Fields } from './set-up-file.ts';

interface Kind {
  readonly command: string;
  readonly description: string;
  readonly records: string;
  /** Below `/v1/resources/{id}`. */
  readonly path: string;
  /** The member of an answer, and of each resource of a file, that holds them. */
  readonly member: string;
  readonly code: string;
}

const KINDS: readonly Kind[] = [
  {
    command: 'plans',
    description: 'Rate plans of the resources of a tenant',
    records: 'rate plans',
    path: 'rates',
    member: 'ratePlans',
    code: 'code',
  },
  {
    command: 'prices',
    description: 'Prices of the rate plans of a tenant',
    records: 'prices',
    path: 'pricing',
    member: 'pricing',
    code: 'ratePlanCode',
  },
];

export function priceCommands(program: Command, deps: CliDeps): void {
  for (const kind of KINDS) {
    const { command: name, description, records, member } = kind;
    const help =
      `Add or replace ${records} from a JSON file: { "resources": [ { "resource": …, "${member}": [ … ] } ] } or a list; ` +
      'a resource is an id, a slug, or the code of a room type for all its resources';
    fileCommand(program, { name, description, verb: 'put', help }, deps, (path, options) =>
      putAll(kind, path, options, deps),
    );
  }
}

interface Done {
  readonly resourceId: string;
  readonly resource: string;
  readonly code: string | null;
  readonly change: Change;
}

async function putAll(kind: Kind, path: string, options: PublicOptions, deps: CliDeps): Promise<void> {
  const { member } = kind;
  const entries = await readEntries(path, 'resources', 'resource');
  // A file may have the plans of one resource, and the prices of another.
  const ofKind = entries.flatMap(({ resource, [member]: records }) =>
    records === undefined ? [] : [{ resource, records: recordsOf(records, `${member} of ${resource}`) }],
  );
  if (ofKind.length === 0) throw usage(`${path} is invalid: no resource has a list ${member}`);
  const requests = await publicRequests(options, deps);
  const found = await withResources(ofKind, requests);
  const put = ({ at, entry }: (typeof found)[number]): Promise<Done[]> =>
    putOne(kind, at, entry.records, requests);
  const columns = [
    { title: 'resource', of: ({ resource }: Done) => resource },
    { title: 'plan', of: ({ code }: Done) => code ?? '–' },
    { title: 'change', of: ({ change }: Done) => change },
  ];
  await putInTurn(found, put, { member, columns }, { ...deps, options });
}

function recordsOf(records: unknown, what: string): readonly Fields[] {
  if (!Array.isArray(records)) throw usage(`${what} is not a list.`);
  return records.map((record) => Object(record) as Fields);
}

async function putOne(
  { path, member, code }: Kind,
  { id, label }: NamedResource,
  records: readonly Fields[],
  { send, list }: PublicRequests,
): Promise<Done[]> {
  const address = `/v1/resources/${id}/${path}`;
  const read = async () => {
    const all = await list(address, member);
    return (plan: unknown) => all.find((record) => record[code] === plan);
  };
  const before = await read();
  await send('PUT', address, { body: { [member]: records } });
  const after = await read();
  return records.map((record) => {
    const plan = record[code];
    const change = changeOf(before(plan), after(plan));
    return { resourceId: id, resource: label, code: typeof plan === 'string' ? plan : null, change };
  });
}
