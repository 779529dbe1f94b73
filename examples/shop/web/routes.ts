import { balanceOf } from '../money/balance.ts';
import { findPayment, keepSentClaim, listPayments } from '../money/payments.ts';
import { enter, leave, listPlayers } from '../players.ts';
import type { Names, Player } from '../players.ts';
import type { Shop } from '../shop.ts';
import { postDeposit } from './deposit-form.ts';
import { depositPage } from './pages/deposit.ts';
import { homePage } from './pages/home.ts';
import { noticePage } from './pages/notice.ts';
import { paymentPage } from './pages/payment.ts';
import { welcomePage } from './pages/welcome.ts';
import { withdrawalPage } from './pages/withdrawal.ts';
import type { PageServices } from './page-services.ts';
import type { Problems } from './problems.ts';
import { page, redirect } from './reply.ts';
import type { Reply } from './reply.ts';
import type { FormProblem } from './texts/model.ts';
import { sessionCookie } from './visit.ts';
import type { Visit } from './visit.ts';
import { postWithdrawal } from './withdrawal-form.ts';

/** The status of a form that is shown again. */
const FORM_REFUSED_STATUS = 422;

/** The svcStatus of a player who has said that the transfer was sent. */
const SENT_STATUS = 'waiting_confirmation';

export interface Routes {
  /** With the problem of a form that was not taken at all. */
  get(visit: Visit, problem?: FormProblem): Promise<Reply>;
  post(visit: Visit, form: URLSearchParams): Promise<Reply>;
}

export function createRoutes(shop: Shop, services: PageServices): Routes {
  const { database, config } = shop;

  function welcome(visit: Visit, problems: Problems, typed?: Names): Reply {
    const body = welcomePage(visit, { players: listPlayers(database.read), problems, typed });
    return page(body, statusOf(problems));
  }

  async function postPlayer(visit: Visit, form: URLSearchParams): Promise<Reply> {
    const { usernameProblem, fullNameProblem } = visit.texts;
    const names = { username: form.get('username') ?? '', fullName: form.get('fullName') ?? '' };
    const entered = await enter(database, names);
    if ('token' in entered) return redirect('/', [sessionCookie(config.publicUrl, entered.token)]);
    const sentences = { username: usernameProblem, fullName: fullNameProblem };
    const wrong = entered.notAllowed.map((name) => [name, sentences[name]]);
    return welcome(visit, { fields: Object.fromEntries(wrong) as Problems['fields'] }, names);
  }

  /** The state from our own tables, which only webhooks change. */
  function payment(visit: Visit, player: Player, reference: string): Reply {
    const found = findPayment(database.read, reference);
    // Another player's payment looks as if it did not exist.
    if (found?.player_id !== player.id) return page(noticePage(visit, 'missing'), 404);
    return page(paymentPage(visit, found));
  }

  /**
   * The player comes back from the payment page. Anybody can write anything into the address, so nothing is credited for it,
   * whatever status it contains. What it says is remembered as the player's word, and chooses the words for a waiting
   * deposit.
   */
  async function comeBack(visit: Visit, player: Player): Promise<Reply> {
    const query = visit.url.searchParams;
    const reference = query.get('externalReference') ?? '';
    const found = findPayment(database.read, reference);
    const isOwnDeposit = found?.kind === 'deposit' && found.player_id === player.id;
    if (isOwnDeposit && query.get('svcStatus') === SENT_STATUS) {
      await database.transaction((connection) => keepSentClaim(connection, reference));
    }
    return payment(visit, player, reference);
  }

  return {
    async get(visit, problem) {
      const { player, url, texts } = visit;
      const problems = { fields: {}, form: problem && texts.problem[problem] };
      if (player === undefined) return welcome(visit, problems);
      const status = statusOf(problems);
      const balanceCents = balanceOf(database.read, player.id);
      switch (url.pathname) {
        case '/':
          return page(
            homePage(visit, { player, balanceCents, payments: listPayments(database.read, player.id) }),
            status,
          );
        case '/deposit':
          return page(depositPage(visit, { range: (await services.limits())?.deposit, problems }), status);
        case '/withdraw': {
          const range = (await services.limits())?.withdrawal;
          return page(withdrawalPage(visit, { player, balanceCents, range, problems }), status);
        }
        case '/return':
          return await comeBack(visit, player);
        default: {
          const reference = /^\/payments\/(?<reference>[^/]+)$/.exec(url.pathname)?.groups?.['reference'];
          return payment(visit, player, reference ?? '');
        }
      }
    },

    async post(visit, form) {
      const { player, url } = visit;
      if (url.pathname === '/player') return await postPlayer(visit, form);
      if (player === undefined) return welcome(visit, { fields: {} });
      switch (url.pathname) {
        case '/leave':
          await leave(database, visit.token);
          return redirect('/');
        case '/deposit':
          return await postDeposit(shop, services, { visit, player, form });
        case '/withdraw':
          return await postWithdrawal(shop, services, { visit, player, form });
        default:
          return page(noticePage(visit, 'missing'), 404);
      }
    },
  };
}

function statusOf({ fields, form }: Problems): number {
  return form === undefined && Object.keys(fields).length === 0 ? 200 : FORM_REFUSED_STATUS;
}
