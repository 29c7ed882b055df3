// The door of the package: what every copy of the product has, whether its parts are programs or containers.

export type { DemoFile } from './demo-file.ts';
export { refreshFxRates, seedDemo } from './demo/seed-demo.ts';
export type { Addresses } from './demo/seed-demo.ts';
export { ALLOCATOR, NODE_FLAGS } from './node-flags.ts';
export { readJson, writeJson } from './keep-json.ts';
export { DATABASE, provisionAll } from './provision-all.ts';
export type { SchemaAddresses } from './provision-all.ts';
export { openSecrets } from './secrets.ts';
export type { Secrets } from './secrets.ts';
export { secretSettings } from './secret-settings.ts';
export { SERVICES } from './services.ts';
export type { ServiceName } from './services.ts';
export { firstRequest, summary } from './summary.ts';
