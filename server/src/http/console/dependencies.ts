import type { ConsoleRoute } from '@vezne/contract/console/route';
import type { RoundFunction } from '@vezne/domain/reference-code';
import type { Desk } from '../../usecases/deposit-queue/desk.ts';
import type { PayoutDesk } from '../../usecases/payout-queue/desk.ts';
import type { LiveHub } from '../../usecases/live/hub.ts';
import type { Sealing } from '../../usecases/request-desk/issuer.ts';
import type { Post } from '../../usecases/staff/invitation.ts';
import type { StaffPerson } from '../../usecases/staff/signed-in.ts';
import type { Surface } from '../signed-in/surface.ts';

/** What the routes of a console process share. */
export interface ConsoleDependencies extends Surface<StaffPerson, ConsoleRoute> {
  desk: Desk;
  payoutDesk: PayoutDesk;
  /** Leads from a reference code to the number of its deposit. */
  referenceRound: RoundFunction;
  /** For new secrets of partners. */
  sealing: Sealing;
  /** For invitations of people. */
  post: Post;
  /** Where the portal is, without a trailing slash; undefined: there is none, or nobody said. */
  portalUrl: string | undefined;
  live: LiveHub;
  livePace: LivePace;
  /** The most rows of a file; a test has fewer. */
  exportRows?: number | undefined;
}

/** What a test makes faster. */
export interface LivePace {
  heartbeatMs?: number;
  lookAtSessionMs?: number;
}
