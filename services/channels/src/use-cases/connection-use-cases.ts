import { changeConnection } from './change-connection.ts';
import type { Conflicts } from './conflict-ports.ts';
import type { Listings } from './connection-ports.ts';
import { createConnection } from './create-connection.ts';
import type { CreateConnectionDeps } from './create-connection.ts';
import { createListing } from './create-listing.ts';
import { deleteConnection } from './delete-connection.ts';
import type { DeleteConnectionDeps } from './delete-connection.ts';
import { deleteListing } from './delete-listing.ts';
import { listConflicts } from './list-conflicts.ts';
import { listConnections } from './list-connections.ts';
import { listListings } from './list-listings.ts';
import { openConflict } from './open-conflict.ts';
import { readConnection } from './read-connection.ts';
import { resolveConflict } from './resolve-conflict.ts';
import { syncConnection } from './sync-connection.ts';

interface Ports extends CreateConnectionDeps, DeleteConnectionDeps {
  readonly listings: Listings;
  readonly conflicts: Conflicts;
}

export type ConnectionUseCases = ReturnType<typeof connectionUseCases>;

/** A verb with its needs, ready for whoever calls it. */
function ready<Deps, Args extends unknown[], Answer>(
  deps: Deps,
  verb: (deps: Deps, ...args: Args) => Answer,
): (...args: Args) => Answer {
  return (...args) => verb(deps, ...args);
}

export function connectionUseCases(ports: Ports) {
  return {
    createConnection: ready(ports, createConnection),
    listConnections: ready(ports, listConnections),
    readConnection: ready(ports, readConnection),
    changeConnection: ready(ports, changeConnection),
    deleteConnection: ready(ports, deleteConnection),
    syncConnection: ready(ports, syncConnection),
    createListing: ready(ports, createListing),
    listListings: ready(ports, listListings),
    deleteListing: ready(ports, deleteListing),
    openConflict: ready(ports, openConflict),
    listConflicts: ready(ports, listConflicts),
    resolveConflict: ready(ports, resolveConflict),
  };
}
