// The upkeep kit's one door: what every service answers to whoever looks after it.
export { upkeepRoutes } from './upkeep-routes.ts';
export type { UpkeepOperations, UpkeepParts } from './upkeep-routes.ts';
