/** Standing wishes and preferences. */
import { WishChangeBody, WishShape } from "../../../contract/memory/items.ts";
import { flag } from "../../http/query.ts";
import { ItemQuery, itemRoutes } from "./item-routes.ts";
import { wishView } from "./views.ts";

const ListQuery = () => ItemQuery().extend({ history: flag });

export const memoryWishRoutes = itemRoutes({
  name: "wish",
  prefix: "wsh_",
  path: "/memory/wishes",
  shape: WishShape,
  view: wishView,
  list: {
    summary: "Standing wishes and preferences that hold, the newest first; `history` ended ones too.",
    query: ListQuery,
    rows: (memory, { owner, scopes }, { query: { history }, page }) =>
      memory.wishes.list(owner, { scopes, history }, page),
    time: (row) => row.said_at,
  },
  read: {
    summary: "A standing wish, and where it was said.",
    rows: (memory, { owner, id }) => memory.wishes.get(owner, [id]),
  },
  change: {
    summary: "Ends a standing wish, or lets it hold again.",
    body: WishChangeBody,
    edit: (memory, { owner, id }, change) => memory.wishes.edit(owner, id, change),
  },
  remove: { summary: "Forgets a standing wish; `?final=true` for good." },
});
