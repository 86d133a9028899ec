/** Files of a home folder by their path: those that hold secrets, and those that no import reads. */

const SECRET =
  /(?:^|\/)(?:\.env[^/]*|auth[\w.-]*\.json|secrets?\.json|credentials?(?:\/.*|[\w.-]*\.json)|oauth[^/]*|identity\/.*|devices\/.*|pairing\/.*|tokens?[\w.-]*\.json|\.ssh\/.*|[^/]*\.(?:pem|key|p12))$/i;
const PASSED_OVER =
  /(?:^|\/)(?:node_modules|\.git|\.venv|venv|__pycache__|logs?|cache|\.cache|sandboxes|browser|tmp)\/|(?:^|\/)\.DS_Store$/i;
const READ = /\.(?:json|jsonl|md|txt|zip|ya?ml|html|png|jpe?g|webp|gif|dat|db|sqlite)$/i;

/** The file holds keys, tokens or sign-ins: it is never opened, and its name alone is told. */
export function isSecretPath(path: string): boolean {
  return SECRET.test(path);
}

/** The file may hold something that can be imported. */
export function isImportPath(path: string): boolean {
  return READ.test(path) && !PASSED_OVER.test(path);
}
