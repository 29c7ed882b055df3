import * as contract from '@lodging/contract-channels';
import { mapResult, ok } from '@lodging/kernel';
import { endPage, on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import { connectionNotFound } from '../domain/refusals.ts';
import type { ChannelsDeps } from '../ports/deps.ts';
import { changeConnection } from '../use-cases/connections/change-connection.ts';
import { createConnection } from '../use-cases/connections/create-connection.ts';
import { createFeedToken } from '../use-cases/feeds/create-feed-token.ts';
import { createListing } from '../use-cases/connections/create-listing.ts';
import { deleteConnection } from '../use-cases/connections/delete-connection.ts';
import { deleteFeedToken } from '../use-cases/feeds/delete-feed-token.ts';
import { deleteListing } from '../use-cases/connections/delete-listing.ts';
import { listFeedTokens } from '../use-cases/feeds/list-feed-tokens.ts';
import { renderFeed } from '../use-cases/feeds/render-feed.ts';
import { conflictNotFound } from '../domain/conflicts/conflict.ts';
import { resolveConflict } from '../use-cases/conflicts/resolve-conflict.ts';
import { rotateFeedToken } from '../use-cases/feeds/rotate-feed-token.ts';
import { syncConnection } from '../use-cases/sync/sync-connection.ts';
import { conflictToWire } from '../wire/conflicts.ts';
import { connectionToWire, feedReadToWire, listingToWire, positionToWire } from '../wire/connections.ts';
import { feedTokenToWire, issuedFeedTokenToWire, renderedFeedToWire } from '../wire/feeds.ts';

export function rpcRoutes(deps: ChannelsDeps): Route[] {
  return [
    ...feedTokenRoutes(deps),
    ...connectionRoutes(deps),
    ...listingRoutes(deps),
    ...conflictRoutes(deps),
  ];
}

function feedTokenRoutes(deps: ChannelsDeps): Route[] {
  return [
    on(contract.createFeedToken, async ({ publicUrl, ...input }, ctx) =>
      mapResult(await createFeedToken(deps, ctx, input), (issued) =>
        issuedFeedTokenToWire(issued, publicUrl),
      ),
    ),
    on(contract.listFeedTokens, async (input, ctx) =>
      mapResult(await listFeedTokens(deps, ctx, input), (tokens) => ({
        feedTokens: tokens.map(feedTokenToWire),
      })),
    ),
    on(contract.rotateFeedToken, async ({ publicUrl, ...input }, ctx) =>
      mapResult(await rotateFeedToken(deps, ctx, input), (issued) =>
        issuedFeedTokenToWire(issued, publicUrl),
      ),
    ),
    on(contract.deleteFeedToken, (input, ctx) => deleteFeedToken(deps, ctx, input)),
    on(contract.renderFeed, async (input, ctx) =>
      mapResult(await renderFeed(deps, ctx, input), renderedFeedToWire),
    ),
  ];
}

function connectionRoutes(deps: ChannelsDeps): Route[] {
  return [
    on(contract.createConnection, async (input, ctx) =>
      mapResult(await createConnection(deps, ctx, input), connectionToWire),
    ),
    on(contract.listConnections, async (page, { tenantId }) => {
      const { items, last } = endPage(await deps.connections.list(tenantId, page), connectionToWire);
      return ok({ connections: items, nextAfter: positionToWire(last) });
    }),
    on(contract.readConnection, async ({ connectionId }, { tenantId }) => {
      const connection = await deps.connections.find(tenantId, connectionId);
      return connection === undefined ? connectionNotFound() : ok(connectionToWire(connection));
    }),
    on(contract.changeConnection, async (input, ctx) =>
      mapResult(await changeConnection(deps, ctx, input), connectionToWire),
    ),
    on(contract.deleteConnection, (input, ctx) => deleteConnection(deps, ctx, input)),
    on(contract.listFeedReads, async ({ connectionId, ...page }, { tenantId }) =>
      mapResult(await deps.feedReads.list(tenantId, connectionId, page), (rows) => {
        const { items, last } = endPage(rows, feedReadToWire);
        return { reads: items, nextAfter: positionToWire(last) };
      }),
    ),
    on(contract.syncConnection, async (input, ctx) =>
      mapResult(await syncConnection(deps, ctx, input), connectionToWire),
    ),
  ];
}

function listingRoutes(deps: ChannelsDeps): Route[] {
  return [
    on(contract.createListing, async (input, ctx) =>
      mapResult(await createListing(deps, ctx, input), listingToWire),
    ),
    on(contract.listListings, async ({ connectionId }, { tenantId }) =>
      mapResult(await deps.listings.list(tenantId, connectionId), (listings) => ({
        listings: listings.map(listingToWire),
      })),
    ),
    on(contract.deleteListing, (input, ctx) => deleteListing(deps, ctx, input)),
  ];
}

function conflictRoutes(deps: ChannelsDeps): Route[] {
  return [
    on(contract.listConflicts, async ({ status, ...page }, { tenantId }) => {
      const { items, last } = endPage(await deps.conflicts.list(tenantId, status, page), conflictToWire);
      return ok({ conflicts: items, nextAfter: positionToWire(last) });
    }),
    on(contract.readConflict, async ({ conflictId }, { tenantId }) => {
      const conflict = await deps.conflicts.find(tenantId, conflictId);
      return conflict === undefined ? conflictNotFound() : ok(conflictToWire(conflict));
    }),
    on(contract.resolveConflict, async (input, ctx) =>
      mapResult(await resolveConflict(deps, ctx, input), conflictToWire),
    ),
  ];
}
