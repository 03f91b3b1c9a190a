/** Imported first by every config, because with an old Node the native modules crash without a message. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 24 || (major === 24 && minor < 15)) {
  console.error(
    `Reeve needs Node 24.15 or newer, and this is ${process.version}. Run it through npm (npm start, npm test): ` +
      'npm ci brings the right Node for Linux and Windows. Elsewhere install Node 24 first.',
  );
  process.exit(1);
}
