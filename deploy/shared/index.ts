export type { DemoFile } from './demo-file.ts';
export { bookingPageOf } from './demo-pages.ts';
export { refreshFxRates, seedDemo } from './demo/seed-demo.ts';
export type { Addresses } from './demo/seed-demo.ts';
export { seedStays } from './demo/seed-stays.ts';
export {
  ALLOCATOR,
  BESIDE_HEAP_MB,
  EMULATOR_FLAGS,
  HEAP_MB,
  NODE_FLAGS,
  serviceFlags,
} from './node-flags.ts';
export { readJson, writeJson } from './json-file.ts';
export { DATABASE, provisionAll } from './provision-all.ts';
export type { Login, SchemaAddresses } from './provision-all.ts';
export { changeSecrets, openSecrets } from './secrets.ts';
export type { Secrets } from './secrets.ts';
export { secretSettings } from './secret-settings.ts';
export { SERVICES } from './services.ts';
export type { ServiceName } from './services.ts';
export { firstRequest, summary } from './summary.ts';
