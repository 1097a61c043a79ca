// Preloaded by every npm script (`node --import`): the scripts are TypeScript, which Node 24 runs directly. An older `node` on the PATH
// means that the package `node` of this project was not set up (npm 12 skips its install script unless it is approved). Without this check,
// the only error would be an unknown file type.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `This project runs on Node 24, but the npm script was started with Node ${process.versions.node}.\n` +
      'Run "npm ci" again; with npm 12 or newer, "npm approve-scripts node" and then "npm rebuild node".\n',
  );
  process.exit(1);
}
