import type { RequestListener } from "node:http";
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";
import { type LocalServer, startServer } from "../platform/local-server.ts";
import type { ServiceOptions } from "../service.ts";

/** The AUD tag of the dashboard's application. */
export const AUDIENCE = "0123456789abcdef".repeat(4);

/** The options of a service to which this team signs people in. */
export const signInOf = ({ origin }: Pick<Team, "origin">, options: ServiceOptions): ServiceOptions => ({
  ...options,
  config: { access: undefined, ...options.config },
  vars: { ACCESS_TEAM_DOMAIN: origin, ACCESS_AUD: AUDIENCE, ...options.vars },
});

/** A key pair as Access has them, with its id. */
export type TeamKey = Awaited<ReturnType<typeof newKey>>;

export async function newKey(kid: string, alg = "RS256") {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

/** What a token of Access says of a person who has just signed in. Times are in seconds since 1970. */
export const claimsAt = (issuer: string, now: Date): Record<string, unknown> => {
  const time = Math.floor(now.getTime() / 1000);
  return {
    type: "app",
    aud: [AUDIENCE],
    iss: issuer,
    sub: "7335d417-61da-459d-899c-0a01c76a2f94",
    email: "Ada@Example.com",
    iat: time,
    nbf: time,
    exp: time + 3600,
    identity_nonce: "6ei69kawdKzMIAPF",
    country: "US",
  };
};

/** A signed token. A claim that is undefined is left out. */
export const sign = (
  { kid, privateKey }: Pick<TeamKey, "kid" | "privateKey">,
  claims: Record<string, unknown>,
  header: Partial<JWTHeaderParameters> = {},
): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid, typ: "JWT", ...header }).sign(privateKey);

/** Stands for a team of Cloudflare Access: publishes keys, and remembers what it was asked for. */
export interface Team extends LocalServer {
  paths: string[];
  /** Publishes these from now on. */
  publish(...keys: readonly TeamKey[]): void;
  /** Answers like this from now on. */
  answer(listener: RequestListener): void;
}

export async function startTeam(...keys: readonly TeamKey[]): Promise<Team> {
  const paths: string[] = [];
  let listener: RequestListener;
  const publish: Team["publish"] = (...published) => {
    listener = (_, response) => {
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ keys: published.map(({ jwk }) => jwk), public_certs: [] }));
    };
  };
  publish(...keys);
  const server = await startServer((request, response) => {
    paths.push(request.url ?? "");
    listener(request, response);
  });
  return {
    ...server,
    paths,
    publish,
    answer(next) {
      listener = next;
    },
  };
}
