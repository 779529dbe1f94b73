/** Our own people at the console, as sign-in knows them. */
import type { StaffPerson } from '../../db/read/staff/sign-in.ts';
import type { SignInContext } from '../sign-in/context.ts';
import type { CurrentSession } from '../sign-in/current-session.ts';

export type { StaffPerson };
export type StaffSignIn = SignInContext<StaffPerson>;
export type StaffSession = CurrentSession<StaffPerson>;
