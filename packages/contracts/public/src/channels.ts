import {
  changeConnection,
  conflictStatus,
  createConnection,
  createFeedToken,
  createListing,
  resolveConflict,
} from '@lodging/contract-channels';
import { pageQuery } from './paging.ts';

/** Nothing at all makes a feed without a name that leaves nothing out. */
export const feedTokenBody = createFeedToken.request.omit({ resourceId: true, publicUrl: true }).optional();

/** Whether the address may be fetched is told by the service that fetches it. */
export const connectionBody = createConnection.request;
export const connectionChangesBody = changeConnection.request.omit({ connectionId: true });
export const listingBody = createListing.request.omit({ connectionId: true });

export const conflictsQuery = pageQuery.extend({ status: conflictStatus.optional() });
export const conflictResolutionBody = resolveConflict.request.omit({ conflictId: true });
