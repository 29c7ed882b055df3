import { mkdtemp, readFile, rm, symlink, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { blocksOf, nodeOfMachine, repository, run } from '../harness/examples.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';

const demo = inject('demo');
const client = join(repository, 'packages/client');
let project: string;

const settings = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
  },
  files: ['examples.ts'],
};

/** Stands for the pages of a shop: the guest's mailbox, and the provider's browser client. */
const yourPages = (accountId: string) => `
const mail = '${demo.mail.url}/api/v1';
export async function readCode(email: string): Promise<string> {
  for (;;) {
    const { messages } = await (await fetch(mail + '/messages?limit=200')).json();
    const found = messages.find((one: { To: { Address: string }[] }) => one.To.some((to) => to.Address === email));
    if (found) return /\\d{6}/.exec((await (await fetch(mail + '/message/' + found.ID)).json()).Text)![0];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
export async function payByCard(_clientSecret: string, intent: string): Promise<void> {
  const headers = { authorization: 'Bearer ${demo.stripe.secretKey}', 'stripe-account': '${accountId}' };
  const body = new URLSearchParams({ payment_method: 'pm_card_visa' });
  await fetch('${demo.stripe.url}/v1/payment_intents/' + intent + '/confirm', { method: 'POST', headers, body });
}
`;

/** Ends the program of the examples once the product has delivered two cancellations and a ping to it. */
const ending = `
await lodging.webhookEndpoints.ping(endpoint.id);
while (received.size < 3) await new Promise((resolve) => setTimeout(resolve, 50));
server.close();
server.closeAllConnections();
const states = (await lodging.bookings.list().all()).map(({ state }) => state);
console.log('unchanged', unchanged, 'newest', newest.length, 'room types', roomTypes.length, ...states);
`;

/** Half of the stay is kept in the last week before the arrival. */
const policy = {
  name: 'Moderate',
  steps: [{ before: { count: 7, unit: 'days' }, penalty: { kind: 'none' } }],
  afterwards: { kind: 'percent', bps: 5_000, of: 'accommodation' },
  noShow: { kind: 'percent', bps: 10_000, of: 'accommodation' },
};

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'lodging-client-'));
  await run(process.execPath, [join(client, 'build.ts'), join(project, 'package')]);
  const { stdout } = await run('npm', ['pack', '--json', join(project, 'package')], { cwd: project });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const quietly = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...quietly, `./${filename}`], { cwd: project });
  await mkdir(join(project, 'node_modules/@types'));
  await symlink(join(client, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(settings));
});

afterAll(() => rm(project, { recursive: true, force: true }));

it('installed from its package in an empty project, the examples of its page compile and run', async () => {
  const tenant = await makeTenant(demo);
  expect((await tenant.secret.put('/v1/cancellation-policies/moderate', policy)).status).toBe(200);
  await makeLodging(tenant.secret, { plan: { cancellationPolicyCode: 'moderate' } });
  const email = `ada-${tenant.id}@example.com`;
  const port = 20_000 + (process.pid % 20_000);
  const examples = (await blocksOf('packages/client/README.md', 'ts'))
    .join('\n')
    .replaceAll('sk_test_…', tenant.secret.key ?? '')
    .replaceAll('https://api.example.com', demo.gatewayUrl)
    .replaceAll('https://hooks.example.com', `http://localhost:${port}`)
    .replaceAll('4000', String(port))
    .replaceAll('ada@example.com', email);
  await writeFile(join(project, 'examples.ts'), examples + ending);
  await writeFile(join(project, 'your-pages.ts'), yourPages(tenant.accountId));
  const compiler = join(repository, 'test-e2e/node_modules/.bin/tsc');
  await run(compiler, ['--project', project]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout);
  });
  const { stdout } = await run(nodeOfMachine(), [join(project, 'examples.js')], { timeout: 30_000 });
  expect(stdout.trim().split('\n')).toEqual([
    'confirmed',
    expect.stringMatching(/^\S{36} confirmed$/),
    expect.stringMatching(/^\S{36} confirmed$/),
    expect.stringMatching(/^1 \S+$/),
    expect.stringContaining("'occupancy_exceeded'"),
    expect.stringMatching(/^changed meanwhile, it is version \d+$/),
    '€100.00 12050n',
    expect.stringMatching(/^true 20\S+Z$/),
    '€200.00',
    expect.stringMatching(/^cancelled \S{36}$/),
    expect.stringMatching(/^cancelled \S{36}$/),
    'unchanged undefined newest 2 room types 1 cancelled cancelled',
  ]);
});

it('the examples need no tricks: no spread for a condition, no assertion, no empty text in place of null', async () => {
  const blocks = [
    ...(await blocksOf('packages/client/README.md', 'ts')),
    ...(await blocksOf('packages/client/README.md', 'typescript')),
  ];
  for (const block of blocks) {
    expect(block).not.toMatch(/\.\.\.\(/);
    expect(block).not.toMatch(/[\w)\]]!(?=[\s.,;)\]])/);
    expect(block).not.toMatch(/\?\? ''/);
  }
});

it('the examples have no date of their own, so that they never end', async () => {
  const page = await readFile(join(client, 'README.md'), 'utf8');
  expect(page).not.toMatch(/\b20\d\d-\d\d\b/);
});

it('the page begins with the installation', async () => {
  const [first] = await blocksOf('packages/client/README.md', 'sh');
  expect(first).toBe('npm install @lodging/client\n');
});
