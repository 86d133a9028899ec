# An image of Nightjar: built in one stage, run in another by a user without rights. Its data, settings among them, is in /data.
FROM node:22-bookworm-slim AS build
WORKDIR /nightjar
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node scripts/start.mjs --build && npm prune --omit=dev && rm -rf test bench docs .cache/node

FROM node:22-bookworm-slim
ENV NODE_ENV=production \
    SKIP_INSTALL=true \
    HOST=0.0.0.0 \
    PORT=8787 \
    STATE_DIR=/data/state \
    VARS_FILE=/data/settings
WORKDIR /nightjar
COPY --from=build --chown=node:node /nightjar /nightjar
RUN mkdir /data && chown node:node /data && ln -s /nightjar/src/cli/main.mjs /usr/local/bin/nightjar
USER node
VOLUME /data
EXPOSE 8787
# Asks as the operator, so the answer has come from the database.
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s --retries=3 CMD ["node", "scripts/start/running/healthy.mjs"]
CMD ["node", "scripts/start.mjs"]
