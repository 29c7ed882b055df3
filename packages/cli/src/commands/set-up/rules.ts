import {
  cancellationPolicyBody,
  cancellationPolicyPage,
  taxRuleBody,
  taxRulePage,
} from '@lodging/contract-public';
import type { Command } from 'commander';
import type { CliDeps } from '../../cli-deps.ts';
import { changeOf } from './change.ts';
import type { Change } from './change.ts';
import { fileCommand } from './file-command.ts';
import { publicRequests } from './public-requests.ts';
import type { PublicOptions } from './public-requests.ts';
import { putInTurn } from './put-in-turn.ts';
import { readEntries } from './set-up-file.ts';
import type { Fields } from './set-up-file.ts';

interface Kind {
  readonly command: string;
  readonly description: string;
  readonly records: string;
  readonly path: string;
  /** The member of a page, and of a file, that holds them. */
  readonly member: string;
  /** The fields that a PUT takes. */
  readonly fields: readonly string[];
}

const KINDS: readonly Kind[] = [
  {
    command: 'policies',
    description: 'Cancellation policies of a tenant',
    records: 'policies',
    path: '/v1/cancellation-policies',
    member: Object.keys(cancellationPolicyPage.shape)[0] ?? '',
    fields: Object.keys(cancellationPolicyBody.shape),
  },
  {
    command: 'taxes',
    description: 'Taxes and fees of a tenant',
    records: 'taxes and fees',
    path: '/v1/tax-rules',
    member: Object.keys(taxRulePage.shape)[0] ?? '',
    fields: Object.keys(taxRuleBody.shape),
  },
];

interface Done {
  readonly code: string;
  readonly change: Change;
}

export function ruleCommands(program: Command, deps: CliDeps): void {
  for (const kind of KINDS) {
    const { command: name, description, records, member } = kind;
    const help = `Add or replace ${records} from a JSON file: { "${member}": [ { "code": … } ] } or a list`;
    fileCommand(program, { name, description, verb: 'put', help }, deps, (path, options) =>
      putAll(kind, path, options, deps),
    );
  }
}

async function putAll(kind: Kind, path: string, options: PublicOptions, deps: CliDeps): Promise<void> {
  const { send } = await publicRequests(options, deps);
  const entries = await readEntries(path, kind.member, 'code');
  const put = async ({ code, ...rule }: (typeof entries)[number]): Promise<Done[]> => {
    const address = `${kind.path}/${encodeURIComponent(code)}`;
    const before = await send('GET', address).catch(absent);
    const after = await send('PUT', address, { body: only(kind.fields, rule) });
    const fieldsOf = (record: unknown) => record && only(kind.fields, Object(record));
    return [{ code, change: changeOf(fieldsOf(before), fieldsOf(after)) }];
  };
  const columns = [
    { title: 'code', of: ({ code }: Done) => code },
    { title: 'change', of: ({ change }: Done) => change },
  ];
  await putInTurn(entries, put, { member: kind.member, columns }, { ...deps, options });
}

/** A rule that does not exist yet is no failure. */
function absent(error: unknown): undefined {
  if (Object(error).status !== 404) throw error;
}

function only(fields: readonly string[], rule: Fields): Fields {
  return Object.fromEntries(
    fields.flatMap((field) => (rule[field] === undefined ? [] : [[field, rule[field]]])),
  );
}
