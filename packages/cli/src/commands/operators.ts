import { operatorList, operatorResponse, operatorRole } from '@lodging/contract-public';
import { Option } from 'commander';
import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { contextOf } from '../context.ts';
import type { Context } from '../context.ts';
import { usage } from '../failure.ts';
import { findTenant } from '../find-tenant.ts';
import { sheet, table } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';
import { limitOption } from './options.ts';

interface PasswordSource {
  passwordFile?: string;
}

interface NewLogin extends PasswordSource {
  email: string;
  name?: string;
  role: string;
}

interface Changes {
  name?: string;
  role?: string;
}

export function operatorCommands(program: Command, deps: CliDeps): void {
  const operators = program.command('operators').description('Staff logins of a tenant');
  addCreate(operators, deps);
  addUpdate(operators, deps);
  addList(operators, deps);
  addSetPassword(operators, deps);
  operators
    .command('remove <tenant> <operatorId>')
    .description('Remove a login and end its sessions; the e-mail address can be used again')
    .action(async (tenant: string, operatorId: string, _options: object, command: Command) => {
      const { client, confirm, show } = await contextOf(command, deps);
      const { id, slug } = await findTenant(client, tenant);
      await confirm(`Remove operator ${operatorId} of ${slug}?`);
      await client.delete(pathOf(id, operatorId));
      show({ id: operatorId, removed: true }, () => `Operator ${operatorId} removed.`);
    });
  operators
    .command('sign-out <tenant> <operatorId>')
    .description('End all sessions of a login, live and sandbox')
    .action(async (tenant: string, operatorId: string, _options: object, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const { id } = await findTenant(client, tenant);
      await client.delete(`${pathOf(id, operatorId)}/sessions`);
      show({ id: operatorId, signedOut: true }, () => `All sessions of operator ${operatorId} ended.`);
    });
}

function pathOf(tenantId: string, operatorId: string): string {
  return `/tenants/${tenantId}/operators/${encodeURIComponent(operatorId)}`;
}

function addCreate(operators: Command, deps: CliDeps): void {
  operators
    .command('create <tenant>')
    .description('Create a login; prompts for the password')
    .requiredOption('--email <address>', 'e-mail address of the login')
    .option('--name <name>', 'name in the history of bookings')
    .addOption(
      new Option('--role <role>', 'role of the login').choices(operatorRole.options).default('manager'),
    )
    .option('--password-file <path>', 'file with the password, instead of the prompt; - reads standard input')
    .action(async (tenant: string, options: NewLogin, command: Command) => {
      const context = await contextOf(command, deps);
      const { id } = await findTenant(context.client, tenant);
      const { email, name, role } = options;
      const body = { email, name, role, password: await passwordFor(context, email, options) };
      const made = await context.client.send('POST', `/tenants/${id}/operators`, operatorResponse, body);
      context.show(made, () => sheet(Object.entries(made)));
    });
}

function addUpdate(operators: Command, deps: CliDeps): void {
  operators
    .command('update <tenant> <operatorId>')
    .description('Change the name or the role of a login, in open sessions too')
    .option('--name <name>', 'name in the history of bookings; empty: no name')
    .addOption(new Option('--role <role>', 'role of the login').choices(operatorRole.options))
    .action(async (tenant: string, operatorId: string, changes: Changes, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const { id } = await findTenant(client, tenant);
      const { name, role } = changes;
      if (name === undefined && role === undefined) throw usage('Nothing to change; pass --name or --role.');
      const body = { name: name === '' ? null : name, role };
      const changed = await client.send('PATCH', pathOf(id, operatorId), operatorResponse, body);
      show(changed, () => sheet(Object.entries(changed)));
    });
}

function addList(operators: Command, deps: CliDeps): void {
  operators
    .command('list <tenant>')
    .description('List logins, oldest first')
    .addOption(limitOption())
    .action(async (tenant: string, options: { limit: number }, command: Command) => {
      const { client, show, ago, output } = await contextOf(command, deps);
      const { id: tenantId } = await findTenant(client, tenant);
      const { items, more } = await client.list(`/tenants/${tenantId}/operators`, {
        shape: operatorList,
        items: (page) => page.operators,
        most: options.limit,
      });
      show({ operators: items }, () =>
        table(items, [
          { title: 'id', of: ({ id }) => id },
          { title: 'email', of: ({ email }) => email },
          { title: 'name', of: ({ name }) => name ?? '' },
          { title: 'role', of: ({ role }) => role },
          { title: 'created', of: ({ createdAt }) => ago(createdAt) },
          { title: 'last sign-in', of: ({ lastSignInAt }) => ago(lastSignInAt) },
          { title: 'sessions', of: ({ sessions }) => sessions },
        ]),
      );
      if (more) output.note(`There are more than ${options.limit}; --limit shows more.`);
    });
}

function addSetPassword(operators: Command, deps: CliDeps): void {
  operators
    .command('set-password <tenant> <operatorId>')
    .description('Set a new password and end all sessions; prompts for the password')
    .option('--password-file <path>', 'file with the password, instead of the prompt; - reads standard input')
    .action(async (tenant: string, operatorId: string, source: PasswordSource, command: Command) => {
      const context = await contextOf(command, deps);
      const { id } = await findTenant(context.client, tenant);
      const password = await passwordFor(context, operatorId, source);
      await context.client.put(`${pathOf(id, operatorId)}/password`, { password });
      context.show({ id: operatorId, passwordSet: true }, () => `Password of operator ${operatorId} set.`);
    });
}

async function passwordFor(
  { terminal, cwd }: Context,
  operator: string,
  { passwordFile }: PasswordSource,
): Promise<string> {
  if (passwordFile === '-') return withoutNewline(await terminal.readStdin());
  if (passwordFile !== undefined) {
    return withoutNewline(
      await readFile(resolve(cwd, passwordFile), 'utf8').catch((error: unknown) => {
        throw usage(`${passwordFile} cannot be read: ${String(error)}`);
      }),
    );
  }
  if (!terminal.isInteractive) throw usage('Not a terminal; pass --password-file.');
  return terminal.promptSecret(`Password of ${operator}: `);
}

/** Files end with a line break; passwords do not contain one. */
function withoutNewline(text: string): string {
  return text.replace(/\r?\n$/, '');
}
