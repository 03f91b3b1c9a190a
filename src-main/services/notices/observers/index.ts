export { accessTokens } from './access-tokens.ts';
export { runners } from './runners.ts';
