import { operatorResponse } from '@lodging/contract-public';
import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { contextOf } from '../context.ts';
import type { Context } from '../context.ts';
import { usage } from '../failure.ts';
import { findTenant } from '../find-tenant.ts';
import { sheet } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';

interface Wish {
  email: string;
  passwordFile?: string;
}

export function operatorCommands(program: Command, deps: CliDeps): void {
  program
    .command('operators')
    .description('the people of a tenant who sign in')
    .command('create <tenant>')
    .description('a new one; the password is asked for')
    .requiredOption('--email <address>', 'with which they sign in')
    .option('--password-file <path>', 'read it from there instead; - reads standard input')
    .action(async (tenant: string, wish: Wish, command: Command) => {
      const context = await contextOf(command, deps);
      const { id } = await findTenant(context.client, tenant);
      const body = { email: wish.email, password: await passwordFor(context, wish) };
      const made = await context.client.send('POST', `/tenants/${id}/operators`, operatorResponse, body);
      context.show(made, () => sheet(Object.entries(made)));
    });
}

async function passwordFor({ terminal, cwd }: Context, { email, passwordFile }: Wish): Promise<string> {
  if (passwordFile === '-') return withoutNewline(await terminal.readStdin());
  if (passwordFile !== undefined) {
    return withoutNewline(
      await readFile(resolve(cwd, passwordFile), 'utf8').catch((error: unknown) => {
        throw usage(`${passwordFile} cannot be read: ${String(error)}`);
      }),
    );
  }
  if (!terminal.isInteractive) throw usage('Nobody is here to type the password: pass --password-file.');
  return terminal.askSecret(`Password of ${email}: `);
}

/** A file ends with one, a password does not. */
function withoutNewline(text: string): string {
  return text.replace(/\r?\n$/, '');
}
