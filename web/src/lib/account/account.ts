/** The player's own games, and the optional account. */

import { call, fetchFile, ownKey, type Session } from '../server/api';
import type { Login, MyGames, PasskeyOptions, Statistics } from '../server/types';
import { readStored, writeStored } from '../browser/storage';

export const me = {
  games: (before: number | null = null) => call<MyGames>('GET', `/api/me/games?most=20${before === null ? '' : `&before=${before}`}`),
  statistics: () => call<Statistics>('GET', '/api/me/statistics'),
  forget: () => call<unknown>('DELETE', '/api/me'),
  export: () => fetchFile('/api/me/export'),
};

export const session = (): Session | null => readStored<Session | null>('session', null);

function begin({ name, token, device }: Login): void {
  // a user who was logged in already keeps the old token
  if (token) writeStored('session', { name, token });
  // kept when somebody logs out: whoever tries passwords elsewhere does not keep the owner out here
  if (device) writeStored('device', device);
}

export const account = {
  register: async (name: string, password: string) => begin(await call<Login>('POST', '/api/accounts', { name, password })),
  logIn: async (name: string, password: string) =>
    begin(await call<Login>('POST', '/api/sessions', { name, password, device: readStored('device', '') })),
  logOut: async (): Promise<void> => {
    await call('DELETE', '/api/sessions').catch(() => undefined);
    writeStored('session', null);
  },
  adopt: async (): Promise<number> => (await call<{ games: number }>('POST', '/api/account/adopt', { key: ownKey() })).games,
  delete: async (): Promise<void> => {
    await call('DELETE', '/api/account');
    writeStored('session', null);
  },
};

/** Whether this browser gives passkeys to this page: not over plain http, and not for an address of numbers. */
export function canPasskeys(): boolean {
  const named = !/^[\d.]+$|:/.test(location.hostname);
  return isSecureContext && named && 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

export const passkeys = {
  /** For a new account with this name; without a name, for the account that is logged in. */
  async create(name = ''): Promise<void> {
    const { ceremony, options } = await call<PasskeyOptions>('POST', '/api/passkeys/begin', name ? { name } : {});
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON);
    const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null;
    begin(await call<Login>('POST', '/api/passkeys/finish', { ceremony, credential: credential?.toJSON() }));
  },
  async logIn(): Promise<void> {
    const { ceremony, options } = await call<PasskeyOptions>('POST', '/api/passkeys/login/begin');
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON);
    const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null;
    begin(await call<Login>('POST', '/api/passkeys/login/finish', { ceremony, credential: credential?.toJSON() }));
  },
};
