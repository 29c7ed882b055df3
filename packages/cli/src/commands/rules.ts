import {
  cancellationPolicyBody,
  cancellationPolicyPage,
  taxRuleBody,
  taxRulePage,
} from '@lodging/contract-public';
import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { call } from '../admin-client.ts';
import type { CliDeps } from '../cli-deps.ts';
import { usage } from '../failure.ts';
import { table } from '../output/table.ts';
import { readPublicAccess } from '../settings.ts';

interface Options {
  apiUrl?: string;
  keyFile?: string;
  timeout: number;
  json?: boolean;
}

interface Rule {
  readonly code: string;
}
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

export function ruleCommands(program: Command, deps: CliDeps): void {
  for (const kind of KINDS) {
    program
      .command(kind.command)
      .description(kind.description)
      .command('put <file>')
      .description(
        `Add or replace ${kind.records} from a JSON file: { "${kind.member}": [ { "code": … } ] } or a list`,
      )
      .option('--api-url <url>', 'address of the public API, such as http://127.0.0.1:8080')
      .option('--key-file <path>', 'file with a secret key of the tenant; - reads standard input')
      .action((file: string, _options: object, command: Command) =>
        putAll(kind, file, command.optsWithGlobals<Options>(), deps),
      );
  }
}

type Change = 'added' | 'changed' | 'unchanged';

/** In the order of the file; the first that is refused ends it, and what was put before stays. */
async function putAll(kind: Kind, file: string, options: Options, deps: CliDeps): Promise<void> {
  const { env, cwd, terminal, output } = deps;
  const { apiUrl, key } = await readPublicAccess(options, {
    env,
    cwd,
    readStdin: () => terminal.readStdin(),
  });
  const api = { url: apiUrl, token: key, name: 'public API' };
  const request = (method: string, path: string, body?: unknown) =>
    call({ api, timeoutMs: options.timeout * 1000, method, path, query: { limit: undefined }, body });
  const done: { code: string; change: Change }[] = [];
  for (const { code, ...rule } of await readRules(kind, resolve(cwd, file))) {
    const path = `${kind.path}/${encodeURIComponent(code)}`;
    const before = await request('GET', path).catch(absent);
    const after = await request('PUT', path, only(kind.fields, rule));
    done.push({ code, change: changeOf(kind, before, after) });
  }
  const text = table(done, [
    { title: 'code', of: ({ code }) => code },
    { title: 'change', of: ({ change }) => change },
  ]);
  output.result(options.json === true ? JSON.stringify({ [kind.member]: done }, null, 2) : text);
}

/** A rule that does not exist yet is no failure. */
function absent(error: unknown): undefined {
  if (Object(error).status !== 404) throw error;
}

function changeOf({ fields }: Kind, before: unknown, after: unknown): Change {
  if (before === undefined) return 'added';
  const textOf = (rule: unknown) => JSON.stringify(only(fields, Object(rule)));
  return textOf(before) === textOf(after) ? 'unchanged' : 'changed';
}

function only(fields: readonly string[], rule: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => (rule[field] === undefined ? [] : [[field, rule[field]]])),
  );
}

/** The API validates a rule and names an invalid field. */
async function readRules({ member }: Kind, path: string): Promise<(Rule & Record<string, unknown>)[]> {
  try {
    const read: unknown = JSON.parse(await readFile(path, 'utf8'));
    const rules: unknown = Array.isArray(read) ? read : Object(read)[member];
    if (!Array.isArray(rules)) throw new Error(`there is no list ${member}`);
    return rules.map((rule: unknown, index) => {
      const fields: Record<string, unknown> = Object(rule);
      const { code } = fields;
      if (typeof code !== 'string') throw new Error(`the entry ${index + 1} has no code`);
      return { ...fields, code };
    });
  } catch (error) {
    throw usage(`${path} is invalid: ${error instanceof Error ? error.message : String(error)}`);
  }
}
