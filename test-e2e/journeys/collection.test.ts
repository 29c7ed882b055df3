import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { repository } from '../harness/examples.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import { requestsOf, runFolder } from '../harness/run-collection.ts';
import type { Variables } from '../harness/run-collection.ts';

const demo = inject('demo');
const collection = join(repository, 'docs/collection');
const folder = 'operators-day';

async function variablesOfOwnTenant(): Promise<Variables> {
  const tenant = await makeTenant(demo);
  await makeLodging(tenant.secret);
  return {
    baseUrl: demo.gatewayUrl,
    secretKey: tenant.secret.key ?? '',
  };
}

it('the Bruno collection runs from its first request to its last', async () => {
  const ran = await runFolder(collection, folder, await variablesOfOwnTenant());
  const files = (await readdir(join(collection, folder))).filter((name) => name !== 'folder.bru');
  expect(ran).toHaveLength(files.length);
});

it('the collection requests nothing that the API document does not have', async () => {
  const document = (await (await fetch(`${demo.gatewayUrl}/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  const patterns = Object.entries(document.paths).map(
    ([path, item]) => [new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), Object.keys(item)] as const,
  );
  for (const { meta, http } of await requestsOf(join(collection, folder))) {
    const path = http.url.replace('{{baseUrl}}', '').split('?', 1)[0] ?? '';
    const methods = patterns.filter(([pattern]) => pattern.test(path)).flatMap(([, names]) => names);
    expect(methods, meta.name).toContain(http.method);
  }
});
