import { Distribution, SECONDS } from './counts.ts';

/** Of HTTP, or no answer at all: the connection was closed because the outcome is not known. */
type AnswerStatus = number | 'unanswered';

/** The answers of one route. */
export interface RouteAnswers {
  readonly method: string;
  readonly route: string;
  /** By status. */
  readonly statuses: ReadonlyMap<AnswerStatus, number>;
  readonly seconds: Distribution;
}

/** Requests to addresses that no route has, whatever they are: strangers choose those, and would fill the memory. */
const NO_ROUTE = 'unmatched';
const ANY_METHOD = 'any';

/** Counts answers by method, route and status. A route is a pattern of ours, never the address: that may be a secret. */
export class Answers {
  readonly #byRoute = new Map<string, Map<string, RouteAnswers & { statuses: Map<AnswerStatus, number> }>>();

  count(method: string, route: string | null | undefined, status: AnswerStatus, milliseconds: number): void {
    const known =
      route === null || route === undefined ? this.#of(ANY_METHOD, NO_ROUTE) : this.#of(method, route);
    known.statuses.set(status, (known.statuses.get(status) ?? 0) + 1);
    known.seconds.observe(milliseconds / 1_000);
  }

  *all(): Iterable<RouteAnswers> {
    for (const byMethod of this.#byRoute.values()) yield* byMethod.values();
  }

  #of(method: string, route: string): RouteAnswers & { statuses: Map<AnswerStatus, number> } {
    let byMethod = this.#byRoute.get(route);
    if (byMethod === undefined) this.#byRoute.set(route, (byMethod = new Map()));
    let answers = byMethod.get(method);
    if (answers === undefined) {
      answers = { method, route, statuses: new Map(), seconds: new Distribution(SECONDS) };
      byMethod.set(method, answers);
    }
    return answers;
  }
}
